/* Two answers side by side: SoundmarkBattleCard.mount(element, props, trigger, watch).
 *
 * props.value {round, game, phase: 'asking' | 'vote' | 'told', kind: 'sound' | 'photo', runs: 'live' | 'log',
 *   question: {text, lang, choices} | null, prompt: what the models were asked, '' for the question,
 *   sides: {a, b: {nodes, done, replaced}}        nodes: see answer_text.js; replaced: how many answers could not be used
 *   in 'told' a side also has {name, kind, setting, rating, low, high, votes, km, right}, and there is
 *   told: {vote, note, logged, truth}}
 * The browser adds ballot: {vote: 'a' | 'b' | 'tie' | 'both_bad', reasons: [tag]} and report: tag.
 * Triggers 'vote' once a battle until the server has refused, 'skip', 'report', and 'next'.
 * Keys: A and B (or the arrows) vote for a side, T for a tie, X for both bad.
 */
(function () {
  'use strict';
  if (window.SoundmarkBattleCard) return;
  const { el, mark, distance, whole, drawn, focusIfLost } = window.SoundmarkDom;
  const SIDES = ['a', 'b'];
  const VOTES = [['a', 'A is better', 'A'], ['tie', 'Tie', 'T'], ['both_bad', 'Both are bad', 'X'], ['b', 'B is better', 'B']];
  const KEYS = { a: 'a', arrowleft: 'a', b: 'b', arrowright: 'b', t: 'tie', x: 'both_bad' };
  const REASONS = [['accuracy', 'Accuracy'], ['reasoning', 'Reasoning'], ['clarity', 'Clarity']];
  const REPORTS = [['nsfw', 'Unfit for all eyes'], ['personal', 'Shows or names a person'], ['other', 'Something else']];
  const SAID = { a: 'You voted for A.', b: 'You voted for B.', tie: 'You called it a tie.', both_bad: 'You found both bad.' };

  class BattleCard {
    constructor(element, props, trigger) {
      this.root = element.querySelector('.sm-battle');
      this.props = props;
      this.trigger = trigger;
      this.reasons = new Set();
      this.isSent = false;
      document.addEventListener('keydown', (event) => this.onKey(event));
      document.addEventListener('soundmark-idle', () => this.again());
    }

    get value() { return this.props.value && typeof this.props.value === 'object' ? this.props.value : {}; }
    get isSeen() { return this.root.offsetParent !== null; }

    onKey(event) {
      if (!this.isSeen || this.value.phase !== 'vote' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest('input, textarea, select, [role="slider"], [role="application"], [contenteditable], [role="tab"]')) return;
      const vote = KEYS[event.key.toLowerCase()];
      if (!vote) return;
      event.preventDefault();
      this.vote(vote);
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
      window.SoundmarkPage.keepGame('arena', value.game);
      const isNew = value.round !== this.round, isNewPhase = isNew || value.phase !== this.phase;
      if (isNew) { this.reasons.clear(); }
      this.isSent = false;
      this.round = value.round;
      this.phase = value.phase;
      this.root.dataset.phase = value.phase;
      this.root.dataset.round = value.round;
      if (isNewPhase) this.root.replaceChildren(...this.frame(value));
      SIDES.forEach((side) => this.fill(side, value));
      if (isNew) {
        if (this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView({ block: 'start' });
      } else if (isNewPhase && value.phase === 'told') {
        focusIfLost(this.root.querySelector('.sm-next'));
      }
    }

    frame(value) {
      const cards = SIDES.map((side) => el(`section.sm-answer.sm-side-${side}`, { 'aria-label': `Answer ${side.toUpperCase()}` },
        el('header', {}), el('div.sm-answer-text', { tabindex: '0' })));
      const heading = { asking: 'Two models are answering \u2026', vote: 'Which answer is better?', told: this.told(value) }[value.phase];
      return [
        el('h2.sm-question', { tabindex: '-1', role: 'status' }, heading),
        ...this.asked(value),
        value.phase === 'told' ? this.verdict(value) : null,
        el('div.sm-answers', {}, ...cards),
        ...(value.phase === 'told' ? this.following() : this.voting(value)),
      ].filter(Boolean);
    }

    told(value) { return value.told ? SAID[value.told.vote] || 'Your vote is stored.' : ''; }

    asked(value) {
      const question = value.question, prompt = value.prompt;
      if (prompt && (!question || !prompt.startsWith(question.text))) return [el('p.sm-asked', {}, el('b', {}, 'Both were asked: '), prompt)];
      if (!question) return [];
      const choices = question.choices.length ? el('ol.sm-asked-choices', { type: 'A', lang: question.lang }, ...question.choices.map((one) => el('li', {}, one))) : null;
      return [el('p.sm-asked', {}, el('b', {}, 'Both were asked: '), el('span', { lang: question.lang }, question.text)), choices].filter(Boolean);
    }

    fill(side, value) {
      const card = this.root.querySelector(`.sm-side-${side}`), answer = value.sides[side], letter = side.toUpperCase();
      const isChosen = value.told && value.told.vote === side;
      card.classList.toggle('sm-chosen', !!isChosen);
      card.querySelector('header').replaceChildren(el('b.sm-letter', { 'aria-hidden': 'true' }, letter),
        ...(value.phase === 'told' ? this.named(answer, isChosen) : [el('span.sm-answer-state', {}, this.state(answer, value))]));
      const text = card.querySelector('.sm-answer-text');
      text.replaceChildren(...window.SoundmarkAnswerText(answer.nodes));
      text.classList.toggle('sm-growing', !answer.done);
    }

    state(answer, value) {
      if (value.phase === 'vote' || answer.done) return `Answer of a model without a name`;
      if (answer.replaced) return 'That answer could not be used. Another model is answering \u2026';
      return answer.nodes.length ? 'Writing \u2026' : value.kind === 'photo' ? 'Looking at the photo \u2026' : 'Listening \u2026';
    }

    named(answer, isChosen) {
      const rating = answer.rating == null ? `${whole(answer.votes)} ${answer.votes === 1 ? 'vote' : 'votes'}: too few for a rating`
        : `Rating ${whole(answer.rating)}${answer.low == null || answer.high == null ? '' : ` (${whole(answer.low)} to ${whole(answer.high)})`} from ${whole(answer.votes)} votes`;
      const result = answer.km != null ? `${distance(answer.km)} from the true place` : answer.right == null ? '' : answer.right ? 'right' : 'wrong';
      return [
        el('span.sm-answer-name', {}, mark(answer.kind === 'baseline' ? 'baseline' : 'model', 16), ' ', answer.name,
          answer.setting && answer.setting !== 'audio' ? el('span.sm-badge', {}, answer.setting === 'blind' ? 'did not listen' : answer.setting) : null),
        isChosen ? el('span.sm-badge.sm-your-vote', {}, 'your vote') : null,
        el('small', {}, [rating, result].filter(Boolean).join(' \u00b7 ')),
      ].filter(Boolean);
    }

    verdict(value) {
      const { note, logged, truth } = value.told;
      const parts = [truth ? el('span', {}, mark('truth', 16), ' ', el('b', {}, 'Truth: '), truth) : null,
        note ? el('span', {}, note) : null,
        logged ? null : el('span', {}, 'You play without logging, so this vote counts nowhere.')].filter(Boolean);
      return parts.length ? el('p.sm-verdict-line', {}, ...parts) : null;
    }

    voting(value) {
      const isOpen = value.phase === 'vote';
      const buttons = VOTES.map(([vote, text, key]) => {
        const button = el(`button.sm-vote.sm-vote-${vote}`, { type: 'button', 'data-vote': vote, 'aria-keyshortcuts': key, disabled: !isOpen }, text);
        button.addEventListener('click', () => this.vote(vote));
        return button;
      });
      return [
        el('div.sm-votes', {}, el('div.sm-vote-row', { role: 'group', 'aria-label': 'Your vote' }, ...buttons)),
        el('div.sm-vote-foot', {}, this.reasonChips(), this.other('Skip', 'skip'), this.reporting()),
      ];
    }

    reasonChips() {
      const chips = REASONS.map(([tag, text]) => {
        const chip = el('button.sm-chip-button', { type: 'button', 'aria-pressed': String(this.reasons.has(tag)) }, text);
        chip.addEventListener('click', () => {
          if (this.reasons.has(tag)) this.reasons.delete(tag); else this.reasons.add(tag);
          chip.setAttribute('aria-pressed', String(this.reasons.has(tag)));
        });
        return chip;
      });
      return el('span.sm-reasons', { role: 'group', 'aria-label': 'Why, if you like' }, el('span', {}, 'Because of'), ...chips);
    }

    other(text, name) {
      const button = el('button.sm-quiet', { type: 'button' }, text);
      button.addEventListener('click', () => this.send(name, {}));
      return button;
    }

    reporting() {
      const options = REPORTS.map(([tag, text]) => {
        const button = el('button.sm-quiet', { type: 'button' }, text);
        button.addEventListener('click', () => this.send('report', { report: tag }));
        return button;
      });
      return el('details.sm-report', {}, el('summary', {}, 'Report'), el('div', {}, ...options));
    }

    following() {
      const next = el('button.sm-next', { type: 'button' }, 'Next battle');
      next.addEventListener('click', () => this.send('next', {}));
      return [el('div.sm-votes', {}, next), el('div.sm-vote-foot', {}, this.reporting())];
    }
  }

  function mount(element, props, trigger, watch) {
    const card = new BattleCard(element, props, trigger);
    drawn(props, watch, () => card.draw());
  }
  window.SoundmarkBattleCard = { mount };
})();
