/* The card after an answer: SoundmarkResultCard.mount(element, props, trigger, watch).
 *
 * props.value {id, headline, place, points, max_points, hint_note, compared, answers: [{kind, label, km, points, status?}],
 *   said: [{kind, label, text}], race?: {kind, label, own, theirs, n, last: [own, theirs]}, credit: [text]}
 * points is null for an answer that failed. What was said comes from outside and is shown as text.
 */
(function () {
  'use strict';
  if (window.SoundmarkResultCard) return;
  const { el, mark, whole, distance, calm, drawn, focusIfLost } = window.SoundmarkDom;
  const COUNT_MS = 900;

  function countUp(node, target) {
    if (calm()) { node.textContent = whole(target); return; }
    const start = performance.now();
    function frame(now) {
      const t = Math.min(1, (now - start) / COUNT_MS);
      node.textContent = whole(target * (1 - (1 - t) ** 3));
      if (t < 1 && node.isConnected) requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
  }

  function answerRow(answer, max) {
    const bar = el(`span.sm-meter.sm-${answer.kind}`, { 'aria-hidden': 'true' }, el('i', { style: `width:${100 * (answer.points || 0) / max}%` }));
    return el('tr', {},
      el('th', { scope: 'row' }, mark(answer.kind, 15), ' ', answer.label),
      el('td.sm-meter-cell', {}, bar),
      el('td', {}, answer.points == null ? '\u2013' : whole(answer.points)),
      el('td', {}, answer.km == null ? answer.status || '\u2013' : distance(answer.km)));
  }

  function raceLine(race) {
    const [own, theirs] = race.last || [null, null];
    const now = own == null ? '' : theirs == null ? 'no answer to this one; ' : race.n > 1 ? `${whole(own)} to ${whole(theirs)} in this round, ` : '';
    const lead = { won: 'you lead', lost: 'you are behind', drawn: 'level' }[race.outcome];
    return el('p.sm-race', {}, mark(race.kind, 18), ' ', el('b', {}, `You against ${race.label}: `), now,
      race.n ? `${whole(race.own)} to ${whole(race.theirs)} so far: ${lead}.` : '');
  }

  /* What models and baselines said: plain text in a fold-out, whatever it looks like. */
  function saidBox(said) {
    return el('details.sm-why', {}, el('summary', {}, 'What models and baselines said'),
      el('dl', {}, ...said.flatMap((one) => [el('dt', {}, mark(one.kind, 15), ' ', one.label), el('dd', {}, one.text)])));
  }

  function mount(element, props, trigger, watch) {
    const card = element.querySelector('.sm-card');
    let drawnId = null;
    drawn(props, watch, (value) => {
      if (!value.id || value.id === drawnId) return;
      drawnId = value.id;
      const points = el('b.sm-score', { 'data-points': Math.round(value.points), 'aria-hidden': 'true' }, '0');
      const headline = el('h3.sm-headline', { tabindex: '-1', role: 'status' }, value.headline);
      const answers = value.answers || [];
      card.replaceChildren(...[
        el('div.sm-result-top', {},
          el('div', {}, headline, el('p.sm-place', {}, mark('truth', 18), ' ', value.place)),
          el('p.sm-points', {}, points, el('span.sm-hidden', {}, whole(value.points)), el('span', {}, ` of ${whole(value.max_points)} points`),
            value.hint_note ? el('small', {}, value.hint_note) : null)),
        el('p.sm-compared', {}, value.compared),
        value.race ? raceLine(value.race) : null,
        answers.length ? el('table.sm-answers', {},
          el('caption.sm-hidden', {}, 'How others answered'),
          el('thead.sm-hidden', {}, el('tr', {}, ...['Who', '', 'Points', 'Distance'].map((name) => el('th', { scope: 'col' }, name)))),
          el('tbody', {}, ...answers.map((answer) => answerRow(answer, value.max_points)))) : null,
        value.said && value.said.length ? saidBox(value.said) : null,
        el('p.sm-credit', {}, ...value.credit.flatMap((text, i) => (i ? [' \u00b7 ', text] : [text]))),
      ].filter(Boolean));
      countUp(points, value.points);
      focusIfLost(headline);
    });
  }
  window.SoundmarkResultCard = { mount };
})();
