/* The card after an answer: SoundmarkResultCard.mount(element, props, trigger, watch).
 *
 * props.value {id, mode, headline, place, points, max_points, hint_note, compared, answers: [{kind, label, km, points, status?}],
 *   said: [{kind, name, said}], race?: {kind, label, own, theirs, n, last: [own, theirs], outcome}, credit: {is_synthetic, source, licence}}
 * headline, hint_note, compared, label and status are notes, as texts.js says them. points is null for an answer that failed.
 * What was said comes from outside and is shown as text.
 */
(function () {
  'use strict';
  if (window.SoundmarkResultCard) return;
  const { el, mark, whole, distance, calm, drawn, focusIfLost } = window.SoundmarkDom, Turn = window.SoundmarkTurn;
  const { say, note } = window.SoundmarkText;
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
      el('th', { scope: 'row' }, mark(answer.kind, 15), ' ', note(answer.label)),
      el('td.sm-meter-cell', {}, bar),
      el('td', {}, answer.points == null ? '\u2013' : whole(answer.points)),
      el('td', {}, answer.km == null ? note(answer.status) || '\u2013' : distance(answer.km)));
  }

  function raceLine(race) {
    const [own, theirs] = race.last || [null, null];
    const name = Turn.known(race.kind, race.label);
    const now = own == null ? '' : theirs == null ? say('race_no_answer', { name }) : race.n > 1 ? say('race_round', { own: whole(own), theirs: whole(theirs) }) : '';
    const lead = race.n ? say(`race_lead_${race.outcome}`, { own: whole(race.own), theirs: whole(race.theirs) }) : '';
    return el('p.sm-race', {}, mark(race.kind, 18), ' ', el('b', {}, say('race_against', { name })), ' ', [now, lead].filter(Boolean).join(' '));
  }

  function mount(element, props, trigger, watch) {
    const card = element.querySelector('.sm-card');
    let drawnId = null;
    window.SoundmarkText.whenReady(() => drawn(props, watch, (value) => {
      if (!value.id || value.id === drawnId) return;
      drawnId = value.id;
      const points = el('b.sm-score', { 'data-points': Math.round(value.points), 'aria-hidden': 'true' }, '0');
      const headline = el('h3.sm-headline', { tabindex: '-1', role: 'status' }, note(value.headline));
      const answers = value.answers || [];
      card.replaceChildren(...[
        el('div.sm-result-top', {},
          el('div', {}, headline, el('p.sm-place', {}, mark('truth', 18), ' ', value.place)),
          el('p.sm-points', {}, points, el('span.sm-hidden', {}, whole(value.points)), ' ', el('span', {}, say('of_points', { n: whole(value.max_points) })),
            value.hint_note ? el('small', {}, note(value.hint_note)) : null)),
        el('p.sm-compared', {}, note(value.compared)),
        value.race ? raceLine(value.race) : null,
        answers.length ? el('table.sm-answers', {},
          el('caption.sm-hidden', {}, say('where_others')),
          el('thead.sm-hidden', {}, el('tr', {}, ...['who', null, 'points', 'distance'].map((name) => el('th', { scope: 'col' }, name ? say(`column_${name}`) : '')))),
          el('tbody', {}, ...answers.map((answer) => answerRow(answer, value.max_points)))) : null,
        Turn.said(value.said || [], value.mode),
        el('p.sm-credit', {}, Turn.credit(value.credit)),
      ].filter(Boolean));
      countUp(points, value.points);
      focusIfLost(headline);
    }));
  }
  window.SoundmarkResultCard = { mount };
})();
