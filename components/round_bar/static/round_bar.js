/* The bar over a round: SoundmarkRoundBar.mount(element, props, trigger, watch).
 *
 * props.value {mode, game, round, number, total, kind, seed, note_keys: [key],
 *   tally: {right or points, streak}, or points: whole ones,
 *   question?: a note, as texts.js says it, left_s?: seconds left now, race?: {kind, label, theirs}, in a game against somebody}
 * The game's id is kept with this tab, so that a reload finds the way back. Triggers 'timeout' once a round.
 */
(function () {
  'use strict';
  if (window.SoundmarkRoundBar) return;
  const { el, mark, whole, clock, isObject, drawn, focusIfLost } = window.SoundmarkDom;
  const SOON_S = 10;

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-bar');
    let timer = null, drawnRound = null, endsAt = null;

    function tick(left) {
      const seconds = (endsAt - performance.now()) / 1000;
      left.textContent = clock(Math.max(0, seconds));
      left.classList.toggle('sm-soon', seconds <= SOON_S);
      if (seconds > 0) return;
      clearInterval(timer);
      timer = null;
      trigger('timeout', {});
    }

    function steps(value) {
      const dots = Array.from({ length: value.total }, (_, i) =>
        el(`span.sm-step${i + 1 < value.number ? '.sm-done' : ''}${i + 1 === value.number ? '.sm-now' : ''}`));
      return el('span.sm-steps', { 'aria-hidden': 'true' }, ...dots);
    }

    const say = (key, values) => window.SoundmarkText.say(key, values);

    function score(value) {
      if (!value.tally) return [el('b', {}, say('points_so_far', { points: whole(value.points) }))];
      const streak = value.tally.streak >= 2 ? el('span.sm-badge.sm-streak', {}, say('streak', { n: value.tally.streak })) : null;
      return [streak, ' ', el('b', {}, value.tally.points == null ? say('right_so_far', { right: value.tally.right }) : say('points_so_far', { points: value.tally.points }))];
    }

    function rival(race, isQuiz) {
      const label = race.kind === 'baseline' ? window.SoundmarkText.name(race.label) : race.label;
      return el('span.sm-rival', { title: label }, mark(race.kind, 15), el('span.sm-rival-name', {}, label), el('b', {}, isQuiz ? String(race.theirs) : whole(race.theirs)));
    }

    window.SoundmarkText.whenReady(() => drawn(props, watch, (value) => {
      if (!isObject(value) || !value.game) return;
      window.SoundmarkPage.keepGame(value.mode, value.game);
      const isTimed = value.left_s != null;
      if (!isTimed || value.round !== drawnRound) { clearInterval(timer); timer = null; }
      const left = el('b.sm-left', { role: 'timer', 'aria-label': say('time_left') });
      const isNew = value.round !== drawnRound;
      box.replaceChildren(...[
        value.question ? el('h2.sm-question', { tabindex: '-1' }, window.SoundmarkText.note(value.question)) : null,
        el('span.sm-bar-round', {}, el('b', {}, say('round_of', value)), steps(value)),
        el('span.sm-bar-title', {}, say(`game_${value.kind}`, value), ...(value.note_keys || []).map((key) => el('span.sm-badge', {}, say(key)))),
        isTimed ? left : null,
        el('span.sm-bar-points', {}, ...score(value)),
        value.race ? rival(value.race, Boolean(value.tally)) : null,
      ].filter(Boolean));
      box.dataset.round = value.round || '';
      if (isNew && drawnRound && box.getBoundingClientRect().top < 0) box.scrollIntoView({ block: 'start' });
      if (isNew && drawnRound && value.question) focusIfLost(box.querySelector('.sm-question'));
      drawnRound = value.round;
      if (!isTimed) return;
      clearInterval(timer);
      endsAt = performance.now() + value.left_s * 1000;
      timer = setInterval(() => tick(left), 250);
      tick(left);
    }));
  }
  window.SoundmarkRoundBar = { mount };
})();
