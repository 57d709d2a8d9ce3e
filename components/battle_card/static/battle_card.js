/* Two answers side by side: SoundmarkBattleCard.mount(element, props, trigger, watch).
 *
 * props.value {round, game, phase: 'asking' | 'vote' | 'told', kind: 'sound' | 'photo', runs: 'live' | 'log',
 *   question: {text, lang, choices, key?: of the page's text that says the same} | null,
 *   prompt: what the models were asked, '' for the question, notice?: a note, as texts.js says it,
 *   sides: {a, b: {nodes, near, done, replaced}}  nodes: see answer_text.js; replaced: how many answers could not be used
 *     near: {city, km?} where a place lies that was given without a word; null for other answers. Without km it is there.
 *   in 'told' a side also has {name, kind, setting, how: kind of questions of a baseline, rating, low, high, votes, km,
 *   right}, and there is
 *   told: {vote, failed: [check], logged, truth}}
 * The browser adds ballot: {vote: 'a' | 'b' | 'tie' | 'both_bad', reasons: [tag]} and report: tag.
 * Triggers 'vote' once a battle until the server has refused, 'skip', 'report', and 'next'.
 * Keys: A and B (or the arrows) vote for a side, T for a tie, X for both bad; N begins the next battle.
 */
(function () {
  'use strict';
  if (window.SoundmarkBattleCard) return;
  const { el, mark, distance, whole, drawn, focusIfLost, keyOf } = window.SoundmarkDom;
  const { say, note, name } = window.SoundmarkText;
  const SIDES = ['a', 'b'];
  const VOTES = [['a', 'A'], ['tie', 'T'], ['both_bad', 'X'], ['b', 'B']];
  const KEYS = { a: 'a', arrowleft: 'a', b: 'b', arrowright: 'b', t: 'tie', x: 'both_bad' };
  const REASONS = ['accuracy', 'reasoning', 'clarity'];
  const REPORTS = ['nsfw', 'personal', 'other'];

  class BattleCard {
    constructor(element, props, trigger) {
      this.root = element.querySelector('.sm-battle');
      this.props = props;
      this.trigger = trigger;
      this.reasons = new Set();
      this.left = new Set();
      this.isSent = false;
      document.addEventListener('keydown', (event) => this.onKey(event));
      document.addEventListener('soundmark-idle', () => this.again());
    }

    get value() { return this.props.value && typeof this.props.value === 'object' ? this.props.value : {}; }
    get isSeen() { return this.root.offsetParent !== null; }

    onKey(event) {
      if (!this.isSeen || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest('input, textarea, select, [role="slider"], [role="application"], [contenteditable], [role="tab"]')) return;
      const key = keyOf(event).toLowerCase(), vote = KEYS[key];
      if (this.value.phase === 'told' && key === 'n') this.send('next', {});
      else if (this.value.phase === 'vote' && vote) this.vote(vote);
      else return;
      event.preventDefault();
    }

    send(name, more) {
      if (this.isSent) return;
      this.isSent = true;
      this.props.value = Object.assign({}, this.value, more);
      this.trigger(name, {});
    }

    vote(vote) {
      if (this.value.phase !== 'vote') return;
      this.root.querySelectorAll('.sm-vote').forEach((button) => button.classList.toggle('sm-taken', button.dataset.vote === vote));
      this.send('vote', { ballot: { vote, reasons: [...this.reasons] } });
    }

    /* After a refusal the same battle may be voted on again. */
    again() {
      this.isSent = false;
      if (this.value.phase === 'vote') this.root.querySelectorAll('.sm-taken').forEach((button) => button.classList.remove('sm-taken'));
    }

    draw() {
      const value = this.value;
      if (!value.round || !value.sides) return;
      if (this.left.has(value.round)) { this.props.value = this.drawn; return; } // a late word of a battle that was skipped
      window.SoundmarkPage.keepGame('arena', value.game);
      const isNew = value.round !== this.round, isNewPhase = isNew || value.phase !== this.phase;
      if (isNew) { this.reasons.clear(); if (this.round) this.left.add(this.round); }
      this.drawn = value;
      this.isSent = false;
      this.round = value.round;
      this.phase = value.phase;
      this.root.dataset.phase = value.phase;
      this.root.dataset.round = value.round;
      this.root.dataset.kind = value.kind;
      if (isNewPhase) this.root.replaceChildren(...this.frame(value));
      SIDES.forEach((side) => this.fill(side, value));
      this.notice(value);
      if (isNew) {
        if (this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView({ block: 'start' });
      } else if (isNewPhase && value.phase === 'told') {
        focusIfLost(this.root.querySelector('.sm-next'));
      }
    }

    frame(value) {
      const cards = SIDES.map((side) => el(`section.sm-answer.sm-side-${side}`, { 'aria-label': say('arena_answer_of', { side: side.toUpperCase() }) },
        el('header', {}), el('div.sm-answer-text', { tabindex: '0' })));
      const which = SIDES.every((side) => value.sides[side].near) ? 'arena_which_place' : 'arena_which';
      const heading = say(value.phase === 'told' ? `arena_said_${value.told.vote}` : value.phase === 'vote' ? which : 'arena_answering');
      return [
        el('h2.sm-question', { tabindex: '-1', role: 'status' }, heading),
        ...this.asked(value),
        value.phase === 'told' ? this.verdict(value) : null,
        el('div.sm-answers', {}, ...cards),
        ...(value.phase === 'told' ? this.following() : this.voting(value)),
      ].filter(Boolean);
    }

    asked(value) {
      const question = value.question, prompt = value.prompt, lead = el('b', {}, `${say('arena_asked')} `);
      if (prompt && (!question || !prompt.startsWith(question.text))) return [el('p.sm-asked', {}, lead, prompt)];
      if (!question) return [];
      const words = question.key ? say(question.key) : el('span', { lang: question.lang }, question.text);
      const choices = question.choices.length ? el('ol.sm-asked-choices', { type: 'A', lang: question.lang }, ...question.choices.map((one) => el('li', {}, one))) : null;
      return [el('p.sm-asked', {}, lead, words), choices].filter(Boolean);
    }

    /* What is to be done before the vote is taken: beside the buttons, since nothing is wrong. */
    notice(value) {
      const box = this.root.querySelector('.sm-notice');
      if (!box) return;
      const text = note(value.notice);
      box.textContent = text;
      box.hidden = !text;
    }

    fill(side, value) {
      const card = this.root.querySelector(`.sm-side-${side}`), answer = value.sides[side], letter = side.toUpperCase();
      const isChosen = value.told && value.told.vote === side;
      card.classList.toggle('sm-chosen', !!isChosen);
      card.querySelector('header').replaceChildren(el('b.sm-letter', { 'aria-hidden': 'true' }, letter),
        ...(value.phase === 'told' ? this.named(answer, isChosen) : [el('span.sm-answer-state', {}, this.state(answer, value))]));
      const text = card.querySelector('.sm-answer-text');
      text.replaceChildren(...window.SoundmarkAnswerText(answer.nodes), ...this.beside(answer));
      text.classList.toggle('sm-growing', !answer.done);
    }

    /* What the page knows beside an answer's own words: where a bare place lies, and, once it is named, how a baseline answers. */
    beside(answer) {
      const { near, how } = answer, rule = how ? window.SoundmarkText.how(answer.name, how) : '';
      const where = !near ? '' : near.km == null ? say('arena_in', near) : say('arena_near', { city: near.city, distance: distance(near.km) });
      return [where, rule].filter(Boolean).map((one) => el('p.sm-beside', {}, one));
    }

    state(answer, value) {
      if (value.phase === 'vote' || answer.done) return say('arena_nameless');
      if (answer.replaced) return say('arena_replaced');
      if (answer.nodes.length) return say('arena_writing');
      return value.kind === 'photo' ? say('arena_looking') : say('arena_listening');
    }

    named(answer, isChosen) {
      const figures = { n: whole(answer.votes), rating: whole(answer.rating), low: whole(answer.low), high: whole(answer.high) };
      const rating = answer.rating == null ? say('arena_too_few', figures)
        : answer.low == null || answer.high == null ? say('arena_rating', figures) : say('arena_rating_between', figures);
      const result = answer.km != null ? say('arena_km', { distance: distance(answer.km) })
        : answer.right == null ? '' : answer.right ? say('arena_right') : say('arena_wrong');
      return [
        el('span.sm-answer-name', {}, mark(answer.kind === 'baseline' ? 'baseline' : 'model', 16), ' ', answer.kind === 'baseline' ? name(answer.name) : answer.name,
          answer.setting && answer.setting !== 'audio' ? el('span.sm-badge', {}, answer.setting === 'blind' ? say('arena_blind') : name(answer.setting)) : null),
        isChosen ? el('span.sm-badge.sm-your-vote', {}, say('arena_chosen')) : null,
        el('small', {}, [rating, result].filter(Boolean).join(' \u00b7 ')),
      ].filter(Boolean);
    }

    verdict(value) {
      const { failed, logged, truth } = value.told;
      const why = failed.map((check) => say(`arena_failed_${check}`)).join(' \u00b7 ');
      const parts = [truth ? el('span', {}, mark('truth', 16), ' ', el('b', {}, `${say('arena_truth')} `), truth) : null,
        why ? el('span', {}, `${say('arena_apart')} ${why}`) : null,
        logged ? null : el('span', {}, say('arena_unlogged'))].filter(Boolean);
      return parts.length ? el('p.sm-verdict-line', {}, ...parts) : null;
    }

    voting(value) {
      const isOpen = value.phase === 'vote';
      const buttons = VOTES.map(([vote, key]) => {
        const button = el(`button.sm-vote.sm-vote-${vote}`, { type: 'button', 'data-vote': vote, 'aria-keyshortcuts': key, disabled: !isOpen }, say(`arena_vote_${vote}`));
        button.addEventListener('click', () => this.vote(vote));
        return button;
      });
      return [
        el('div.sm-votes', {}, el('p.sm-notice', { role: 'status', hidden: true }),
          el('div.sm-vote-row', { role: 'group', 'aria-label': say('arena_your_vote') }, ...buttons)),
        el('div.sm-vote-foot', {}, this.reasonChips(), this.skipping(), this.reporting()),
        el('p.sm-vote-keys', {}, say('arena_keys')),
      ];
    }

    reasonChips() {
      const chips = REASONS.map((tag) => {
        const chip = el('button.sm-chip-button', { type: 'button', 'aria-pressed': String(this.reasons.has(tag)) }, say(`arena_reason_${tag}`));
        chip.addEventListener('click', () => {
          if (this.reasons.has(tag)) this.reasons.delete(tag); else this.reasons.add(tag);
          chip.setAttribute('aria-pressed', String(this.reasons.has(tag)));
        });
        return chip;
      });
      return el('span.sm-reasons', { role: 'group', 'aria-label': say('arena_why') }, el('span', {}, say('arena_because')), ...chips);
    }

    skipping() {
      const button = el('button.sm-quiet', { type: 'button' }, say('arena_skip'));
      button.addEventListener('click', () => this.send('skip', {}));
      return button;
    }

    reporting() {
      const options = REPORTS.map((tag) => {
        const button = el('button.sm-quiet', { type: 'button' }, say(`arena_report_${tag}`));
        button.addEventListener('click', () => this.send('report', { report: tag }));
        return button;
      });
      return el('details.sm-report', {}, el('summary', {}, say('arena_report')), el('div', {}, ...options));
    }

    following() {
      const next = el('button.sm-next', { type: 'button', 'aria-keyshortcuts': 'N' }, say('arena_next'));
      next.addEventListener('click', () => this.send('next', {}));
      return [el('div.sm-votes.sm-following', {}, next, el('span.sm-vote-keys', {}, say('arena_next_key')), this.reporting())];
    }
  }

  function mount(element, props, trigger, watch) {
    const card = new BattleCard(element, props, trigger);
    window.SoundmarkText.whenReady(() => drawn(props, watch, () => card.draw()));
  }
  window.SoundmarkBattleCard = { mount };
})();
