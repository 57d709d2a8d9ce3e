/* A person's own answers as a list: SoundmarkAnswerList.mount(element, props, trigger, watch).
 *
 * props.value {
 *   label: what the list is, for those who do not see it,
 *   answers: [{mode, question, result, score?: text, detail?: text, when: ISO 8601, muted: bool}], in the order to be shown,
 *   note?: sentence
 * }
 * Without answers nothing is seen.
 */
(function () {
  'use strict';
  if (window.SoundmarkAnswerList) return;
  const { el, drawn } = window.SoundmarkDom;

  /* In the reader's own time zone; what is no time is shown as it came. */
  function moment(iso) {
    const when = new Date(iso);
    if (Number.isNaN(when.getTime())) return el('span.sm-answer-when', {}, iso);
    const text = when.toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
    return el('time.sm-answer-when', { datetime: iso, title: iso }, text);
  }

  /* The commas are for screen readers, which run the parts together otherwise. */
  const pause = () => el('span.sm-hidden', {}, ', ');

  function item(answer) {
    return el(`li${answer.muted ? '.sm-muted' : ''}`, {},
      el('span.sm-answer-what', {}, el('b', {}, answer.mode), pause(), el('span', {}, answer.question)), pause(),
      el('span.sm-answer-result', {}, answer.result, answer.detail ? pause() : null, answer.detail ? el('small', {}, answer.detail) : null), pause(),
      el('span.sm-answer-score', {}, answer.score || ''), answer.score ? pause() : null,
      moment(answer.when));
  }

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-answer-list');
    drawn(props, watch, (value) => {
      const answers = Array.isArray(value.answers) ? value.answers : [];
      box.hidden = !answers.length;
      if (!answers.length) { box.replaceChildren(); return; }
      const region = el('div.sm-answer-scroll', { role: 'region', tabindex: 0, 'aria-label': value.label },
        el('ul', { role: 'list' }, ...answers.map(item)));
      box.replaceChildren(region, ...(value.note ? [el('p.sm-answer-note', {}, value.note)] : []));
    });
  }
  window.SoundmarkAnswerList = { mount };
})();
