/* A person's own answers as a list: SoundmarkAnswerList.mount(element, props, trigger, watch).
 *
 * props.value {
 *   label: what the list is, for those who do not see it,
 *   answers: [{mode, question, result, score?, details?: [note], when: ISO 8601, muted: bool}], in the order to be shown,
 *   note?
 * }
 * Words are notes, as texts.js says them.
 * Without answers nothing is seen.
 */
(function () {
  'use strict';
  if (window.SoundmarkAnswerList) return;
  const { el, drawn } = window.SoundmarkDom, { note, language } = window.SoundmarkText;

  /* In the reader's own time zone; what is no time is shown as it came. */
  function moment(iso) {
    const when = new Date(iso);
    if (Number.isNaN(when.getTime())) return el('span.sm-answer-when', {}, iso);
    const text = when.toLocaleString(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
    return el('time.sm-answer-when', { datetime: iso, title: iso }, text);
  }

  /* The commas are for screen readers, which run the parts together otherwise. */
  const pause = () => el('span.sm-hidden', {}, ', ');

  function item(answer) {
    const detail = (answer.details || []).map(note).join(' \u00b7 ');
    return el(`li${answer.muted ? '.sm-muted' : ''}`, {},
      el('span.sm-answer-what', {}, el('b', {}, note(answer.mode)), pause(), el('span', {}, note(answer.question))), pause(),
      el('span.sm-answer-result', {}, note(answer.result), detail ? pause() : null, detail ? el('small', {}, detail) : null), pause(),
      el('span.sm-answer-score', {}, note(answer.score)), answer.score ? pause() : null,
      moment(answer.when));
  }

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-answer-list');
    window.SoundmarkText.whenReady(() => drawn(props, watch, (value) => {
      const answers = Array.isArray(value.answers) ? value.answers : [];
      box.hidden = !answers.length;
      if (!answers.length) { box.replaceChildren(); return; }
      const region = el('div.sm-answer-scroll', { role: 'region', tabindex: 0, 'aria-label': note(value.label) },
        el('ul', { role: 'list' }, ...answers.map(item)));
      box.replaceChildren(region, ...(value.note ? [el('p.sm-answer-note', {}, note(value.note))] : []));
    }));
  }
  window.SoundmarkAnswerList = { mount };
})();
