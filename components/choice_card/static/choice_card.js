/* A multiple-choice question: SoundmarkChoiceCard.mount(element, props, trigger, watch).
 *
 * props.value {round, phase: 'ask', wordings: [{lang, prompt, choices: [text]}]}
 *   or with phase 'told' also {status, chosen, right, people: [count], people_passed, models: [{kind, name, status, position, said}],
 *   race?: {kind, label, own, theirs, n, last: [own, theirs]}, credit: {is_synthetic, source, licence}, is_last}; phase 'summary' draws nothing;
 *   phase 'gone', for a round that the server does not know any more, triggers 'gone': the page goes back to the start.
 * The browser adds answer: {position or null for "I don't know", how}. Triggers 'answer' once a round, and 'next'.
 * Keys: 1-9 or A-I take a choice, 0 or ? says "I don't know", Enter on the button that is in focus goes on.
 */
(function () {
  'use strict';
  if (window.SoundmarkChoiceCard) return;
  const { el, mark, percent, drawn } = window.SoundmarkDom;
  const Turn = window.SoundmarkTurn, { known } = Turn;
  const letter = (position) => String.fromCharCode(65 + position);

  class ChoiceCard {
    constructor(element, props, trigger) {
      this.root = element.querySelector('.sm-choice');
      this.turn = new Turn(props, trigger, this.root);
      this.drawnAs = '';
      document.addEventListener('keydown', (event) => this.onKey(event));
    }

    get value() { return this.turn.value; }

    onKey(event) {
      if (!this.turn.isSeen || !this.turn.isAsking || !this.value.wordings) return;
      const position = Turn.positionOf(event, this.value.wordings[0].choices.length);
      if (position === undefined) return;
      event.preventDefault();
      this.answer(position, 'keyboard');
    }

    answer(position, how) {
      const taken = position === null ? this.root.querySelector('.sm-pass') : this.root.querySelectorAll('.sm-option')[position];
      this.turn.send({ position, how }, taken);
    }

    again() { if (this.turn.again()) this.draw(true); }

    draw(anew) {
      const value = this.value;
      if (value.phase === 'gone') { this.turn.trigger('gone', {}); return; }
      const state = `${value.round}/${value.phase}`;
      if (!value.wordings && value.phase !== 'summary') return;
      if (state === this.drawnAs && !anew) return;
      const isNewRound = !this.drawnAs.startsWith(`${value.round}/`);
      this.drawnAs = state;
      this.root.dataset.phase = value.phase;
      this.root.dataset.round = value.round;
      this.root.removeAttribute('aria-busy');
      if (value.phase === 'summary') { this.root.replaceChildren(); return; }
      this.root.replaceChildren(...(value.phase === 'ask' ? this.asking(value) : this.telling(value)));
      if (value.phase === 'told') this.showVerdict();
      else if (isNewRound && document.activeElement === document.body) this.root.querySelector('.sm-question').focus({ preventScroll: true });
      if (isNewRound && this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView({ block: 'start' });
    }

    /* On a low screen the button that goes on, which sticks to its lower edge, would lie over the verdict. */
    showVerdict() {
      const next = this.root.querySelector('.sm-next'), verdict = this.root.querySelector('.sm-verdict');
      next.focus({ preventScroll: true });
      if (verdict.getBoundingClientRect().bottom > next.getBoundingClientRect().top) this.root.scrollIntoView({ block: 'start' });
    }

    heading(value) {
      const [first, ...others] = value.wordings;
      return [
        el('h2.sm-question', { lang: first.lang, dir: 'auto', tabindex: '-1' }, first.prompt),
        ...others.map((one) => el('p.sm-also', { lang: one.lang, dir: 'auto' }, one.prompt)),
      ];
    }

    words(value, position) {
      const [first, ...others] = value.wordings;
      return el('span.sm-option-text', {},
        el('span', { lang: first.lang, dir: 'auto' }, first.choices[position]),
        ...others.map((one) => el('small', { lang: one.lang, dir: 'auto' }, one.choices[position])));
    }

    asking(value) {
      const options = value.wordings[0].choices.map((_, position) => {
        const button = el('button.sm-option', { type: 'button', 'aria-keyshortcuts': `${letter(position)} ${position + 1}` },
          el('b.sm-letter', { 'aria-hidden': 'true' }, letter(position)), this.words(value, position));
        this.turn.rest(button);
        button.addEventListener('click', (event) => this.answer(position, Turn.pressed(event)));
        return button;
      });
      const pass = el('button.sm-pass', { type: 'button', 'aria-keyshortcuts': '0' }, say('i_dont_know'));
      pass.addEventListener('click', () => this.answer(null, 'click'));
      return [
        ...this.heading(value),
        el('div.sm-options', { role: 'group', 'aria-label': say('choices') }, ...options),
        el('p.sm-choice-foot', {}, pass, el('span.sm-keys', {}, say('keys', { last: letter(options.length - 1), n: options.length }))),
      ];
    }

    telling(value) {
      const headline = value.status === 'error' ? 'could_not_play' : value.chosen === null ? 'you_passed' : value.chosen === value.right ? 'right' : 'wrong';
      const total = value.people.reduce((sum, count) => sum + count, 0);
      const options = value.wordings[0].choices.map((_, position) => this.told(value, position, total));
      const verdictId = `verdict-${value.round}`; // said with the button that gets the focus
      const next = el('button.sm-next', { type: 'button', 'aria-describedby': verdictId }, say(value.is_last ? 'see_result' : 'next_question'));
      next.addEventListener('click', () => this.turn.goOn());
      return [
        ...this.heading(value),
        el(`p.sm-verdict.sm-${headline}`, { role: 'status', id: verdictId }, mark(headline === 'right' ? 'truth' : 'you', 20), ' ', say(headline),
          headline === 'right' ? null : el('span.sm-hidden', {}, ` ${say('the_right_one_is', { letter: letter(value.right) })}`)),
        el('ol.sm-options', { 'aria-label': say('choices') }, ...options),
        value.race ? Turn.race(value.race) : null,
        el('p.sm-others', {}, this.others(value, total)),
        ...this.undecided(value),
        Turn.said(value.models),
        el('p.sm-credit', {}, Turn.credit(value.credit)),
        el('p.sm-choice-foot', {}, next),
      ].filter(Boolean);
    }

    told(value, position, total) {
      const isRight = position === value.right, isOwn = position === value.chosen;
      const models = value.models.filter((model) => model.position === position);
      return el(`li.sm-option.sm-told${isRight ? '.sm-is-right' : ''}${isOwn ? '.sm-is-own' : ''}`, {},
        el('b.sm-letter', { 'aria-hidden': 'true' }, letter(position)),
        el('div.sm-option-body', {},
          this.words(value, position),
          el('span.sm-flags', {},
            isRight ? el('span.sm-flag', {}, mark('truth', 15), ' ', say('right_choice')) : null,
            isOwn ? el('span.sm-flag', {}, mark('you', 15), ' ', say('your_choice')) : null,
            ...models.map((model) => el('span.sm-flag', {}, mark(model.kind, 14), ' ', known(model.kind, model.name)))),
          ...this.bars(value, position, total)));
    }

    bars(value, position, total) {
      const chose = value.models.filter((model) => model.kind === 'model' && model.position !== null);
      const here = chose.filter((model) => model.position === position).length;
      return [
        total ? this.bar('human', value.people[position] / total, say('of_people')) : null,
        chose.length ? this.bar('model', here / chose.length, say('of_models', { n: chose.length })) : null,
      ];
    }

    bar(kind, share, ofWhom) {
      return el('span.sm-bar', {}, mark(kind, 14),
        el(`span.sm-meter.sm-${kind}`, { 'aria-hidden': 'true' }, el('i', { style: `width:${100 * share}%` })),
        el('span.sm-share-of', {}, percent(share), el('span.sm-hidden', {}, ` ${ofWhom}`)));
    }

    others(value, total) {
      const passed = value.people_passed ? ` ${say('others_passed', { n: value.people_passed })}` : '';
      return (total ? say(total === 1 ? 'one_other' : 'n_others', { n: total }) : say('first_to_answer')) + passed;
    }

    undecided(value) {
      const none = value.models.filter((model) => model.position === null);
      return none.length ? [el('p.sm-others', {}, say('models_without'), ' ', none.map((model) => `${known(model.kind, model.name)} (${window.SoundmarkText.name(model.status)})`).join(', '))] : [];
    }
  }

  const say = (key, values) => window.SoundmarkText.say(key, values);

  function mount(element, props, trigger, watch) {
    const card = new ChoiceCard(element, props, trigger);
    document.addEventListener('soundmark-idle', () => card.again());
    window.SoundmarkText.whenReady(() => drawn(props, watch, () => card.draw(false)));
  }
  window.SoundmarkChoiceCard = { mount };
})();
