/* A question about where something is: SoundmarkSpatialAnswer.mount(element, props, trigger, watch).
 *
 * props.value {round, phase: 'ask', kind: 'direction' | 'distance', prompt, lang: of prompt and options,
 *   options: [{text, from_deg, to_deg}] | null   sectors, clockwise, azimuth 0 in front, + right; for 'direction'
 *   standing: {at, facing} | null                of a direction that is not the wearer's own
 *   max_m}                                       for 'distance': the end of the slider
 *   or with phase 'told' also {status, chosen, right: positions | null, true_deg | null, error_deg | null, answered_m, true_m: | null,
 *   others: [{kind: 'human' | 'model' | 'baseline', name, position | null, metres | null, status, why: a note or null, said,
 *     limits?: what it was made with, where that is not everything}],
 *   heard_as: names that; another one of the same round draws the answers of others anew,
 *   race?: {kind, label, own, theirs, n, last: [own, theirs]}, note: why there is no analysis, or null,
 *   credit: {is_synthetic, source, licence}, is_last}; phase 'summary' draws nothing.
 * Without error_deg the page tells how far the true direction is outside of the chosen sector.
 * The browser adds answer: {position | null, metres | null, how: 'click' | 'touch' | 'keyboard' | 'slider' | 'typed'}; both
 * null is "I don't know". Triggers 'answer' once a round, and 'next'.
 * Keys: 1-9 or A-I take a sector, 0 or ? says "I don't know".
 */
(function () {
  'use strict';
  if (window.SoundmarkSpatialAnswer) return;
  const { el, mark, drawn, calm, MARKS } = window.SoundmarkDom;
  const Turn = window.SoundmarkTurn, Metres = window.SoundmarkMetres, dial = window.SoundmarkDial;
  const say = (key, values) => window.SoundmarkText.say(key, values);
  const GROWN_MS = 150;
  const letter = (position) => String.fromCharCode(65 + position);
  const isNumber = Number.isFinite;
  const metresOf = (metres) => `${metres.toFixed(metres < 10 ? 2 : 1)} m`;

  class SpatialAnswer {
    constructor(element, props, trigger) {
      this.root = element.querySelector('.sm-where');
      this.turn = new Turn(props, trigger, this.root);
      this.drawnAs = '';
      document.addEventListener('keydown', (event) => this.onKey(event));
    }

    get value() { return this.turn.value; }
    get verdictId() { return `where-verdict-${this.value.round}`; } // said with the button that gets the focus
    get isDirection() { return this.value.kind === 'direction'; }

    onKey(event) {
      if (!this.turn.isSeen || !this.turn.isAsking || !this.value.prompt) return;
      const position = Turn.positionOf(event, this.isDirection ? this.value.options.length : 0);
      if (position === undefined) return;
      event.preventDefault();
      this.answer(position, 'keyboard');
    }

    answer(position, how) {
      const taken = position === null ? this.root.querySelector('.sm-pass') : this.root.querySelectorAll('.sm-option')[position];
      this.turn.send({ position, metres: null, how }, taken);
    }

    answerMetres() {
      const { metres, how } = this.metres;
      if (metres !== null) this.turn.send({ position: null, metres, how }, this.root.querySelector('.sm-where-submit'));
    }

    again() {
      if (!this.turn.again()) return;
      this.root.removeAttribute('aria-busy');
      this.root.querySelectorAll('button, input').forEach((control) => { control.disabled = false; control.classList.remove('sm-taken'); });
      if (this.metres) this.metres.take(this.metres.metres, this.metres.how);
    }

    draw() {
      const value = this.value, state = `${value.round}/${value.phase}/${value.heard_as || ''}`;
      if ((!value.prompt && value.phase !== 'summary') || state === this.drawnAs) return;
      const isNewRound = !this.drawnAs.startsWith(`${value.round}/`), wasTold = this.drawnAs.startsWith(`${value.round}/told/`);
      if (wasTold) { this.drawnAs = state; this.tellAnew(value); return; }
      this.drawnAs = state;
      Object.assign(this.root.dataset, { phase: value.phase, round: value.round, kind: value.kind || '' });
      this.root.removeAttribute('aria-busy');
      this.metres = null;
      if (value.phase === 'summary') { this.root.replaceChildren(); return; }
      this.root.replaceChildren(el('h2.sm-question', { tabindex: '-1', lang: value.lang }, value.prompt), ...(value.phase === 'ask' ? this.asking(value) : this.telling(value)));
      if (value.phase === 'told') this.showVerdict(isNewRound);
      else if (isNewRound && document.activeElement === document.body) this.root.querySelector('.sm-question').focus({ preventScroll: true });
    }

    /* The same result as other microphones or a part of the pipeline have it: only that is drawn anew, so that nothing else moves. */
    tellAnew(value) {
      const marks = this.root.querySelector(this.isDirection ? '.sm-where-sectors' : '.sm-metres-told');
      if (marks) marks.replaceWith(this.marks(value));
      const others = this.root.querySelector('.sm-where-others, .sm-others');
      if (others) others.replaceWith(this.others(value));
    }

    /* Above the card the stage grows with the truth, which would push the verdict off the screen of whoever has just answered. */
    showVerdict(isNewRound) {
      this.root.querySelector('.sm-next').focus({ preventScroll: true });
      if (isNewRound) return;
      const round = this.value.round;
      window.setTimeout(() => {
        const verdict = this.root.querySelector('.sm-where-verdict');
        if (verdict && this.value.round === round && this.turn.isSeen) verdict.scrollIntoView({ block: 'center', behavior: calm() ? 'auto' : 'smooth' });
      }, GROWN_MS);
    }

    asking(value) {
      const pass = el('button.sm-pass', { type: 'button', 'aria-keyshortcuts': '0' }, say('i_dont_know'));
      pass.addEventListener('click', (event) => this.answer(null, Turn.pressed(event)));
      if (this.isDirection) {
        return [...this.standing(value), el('div.sm-where-sectors', {}, this.dial(value, null), this.buttons(value)),
          el('p.sm-choice-foot', {}, pass, el('span.sm-keys', {}, say('keys', { last: letter(value.options.length - 1), n: value.options.length })))];
      }
      const submit = el('button.sm-next.sm-where-submit', { type: 'button', disabled: true }, say('where_answer'));
      submit.addEventListener('click', () => this.answerMetres());
      this.metres = new Metres(value.max_m, (metres) => {
        submit.disabled = metres === null;
        submit.textContent = metres === null ? say('where_answer') : say('where_answer_metres', { metres: Metres.written(metres) });
      }, () => this.answerMetres());
      return [...this.standing(value), this.metres.root, el('p.sm-choice-foot', {}, submit, pass, el('span.sm-keys', {}, say('where_keys')))];
    }

    standing({ standing }) {
      return standing ? [el('p.sm-also', {}, say('where_standing', standing))] : [];
    }

    dial(value, told) {
      const onPick = told ? null : (position, event) => {
        if (!this.root.querySelector('.sm-resting')) this.answer(position, Turn.pressed(event));
      };
      const front = value.standing ? say('where_toward', value.standing) : say('where_front');
      return dial.draw(value.options, { front: front.length > 34 ? `${front.slice(0, 33)}\u2026` : front, chosen: value.chosen, right: value.right, trueDeg: told ? value.true_deg : null, onPick });
    }

    buttons(value) {
      const options = value.options.map((option, position) => {
        const button = el('button.sm-option', { type: 'button', 'aria-keyshortcuts': `${letter(position)} ${position + 1}` },
          el('b.sm-letter', { 'aria-hidden': 'true' }, letter(position)), el('span.sm-option-text', { lang: value.lang }, option.text));
        this.turn.rest(button);
        button.addEventListener('click', (event) => this.answer(position, Turn.pressed(event)));
        return button;
      });
      return el('div.sm-options', { role: 'group', 'aria-label': say('choices') }, ...options);
    }

    telling(value) {
      const next = el('button.sm-next', { type: 'button', 'aria-describedby': this.verdictId }, say(value.is_last ? 'see_result' : 'next_question'));
      next.addEventListener('click', () => this.turn.goOn());
      return [
        ...this.standing(value), this.verdict(value),
        this.marks(value),
        value.race ? Turn.race(value.race) : null,
        this.others(value), Turn.said(value.others),
        value.note ? el('p.sm-others', {}, window.SoundmarkText.note(value.note)) : null,
        value.credit ? el('p.sm-credit', {}, Turn.credit(value.credit)) : null,
        el('p.sm-choice-foot', {}, next),
      ].filter(Boolean);
    }

    marks(value) {
      return this.isDirection ? el('div.sm-where-sectors', {}, this.dial(value, true), this.told(value)) : this.line(value);
    }

    verdict(value) {
      const hasPassed = this.isDirection ? !isNumber(value.chosen) : !isNumber(value.answered_m);
      const isRight = this.isDirection && !hasPassed && value.chosen === value.right;
      const key = value.status === 'error' ? 'could_not_play' : hasPassed ? 'you_passed' : this.isDirection ? (isRight ? 'right' : 'wrong') : null;
      return el('div.sm-where-verdict', { role: 'status', id: this.verdictId },
        el('p.sm-verdict', {}, mark(isRight ? 'truth' : 'you', 20), ' ', key ? say(key) : this.missBy(value.answered_m - value.true_m)),
        el('p', {}, this.truth(value, hasPassed)));
    }

    missBy(metres) {
      if (Math.abs(metres) < 0.005) return say('where_exact');
      return say(metres > 0 ? 'where_miss_far' : 'where_miss_near', { metres: Math.abs(metres).toFixed(2) });
    }

    truth(value, hasPassed) {
      const parts = [];
      if (!this.isDirection && isNumber(value.true_m)) parts.push(say('where_true_metres', { metres: metresOf(value.true_m) }));
      if (!this.isDirection && !hasPassed) parts.push(say('where_own_metres', { metres: metresOf(value.answered_m) }));
      if (this.isDirection && isNumber(value.right)) parts.push(say('where_true_sector', { letter: letter(value.right), text: value.options[value.right].text }));
      if (this.isDirection && isNumber(value.true_deg)) {
        parts.push(this.bearing(value.true_deg));
        const error = isNumber(value.error_deg) ? Math.abs(value.error_deg) : hasPassed ? 0 : dial.outside(value.options[value.chosen], value.true_deg);
        if (error >= 0.5) parts.push(say('where_miss_degrees', { degrees: Math.round(error) }));
      }
      return parts.join(' ');
    }

    bearing(degrees) {
      const rounded = Math.round(degrees);
      return say(rounded === 0 ? 'where_ahead' : rounded > 0 ? 'where_right_of' : 'where_left_of', { degrees: Math.abs(rounded) });
    }

    told(value) {
      const options = value.options.map((option, position) => {
        const isRight = position === value.right, isOwn = position === value.chosen;
        return el(`li.sm-option.sm-told${isRight ? '.sm-is-right' : ''}${isOwn ? '.sm-is-own' : ''}`, {},
          el('b.sm-letter', { 'aria-hidden': 'true' }, letter(position)),
          el('div.sm-option-body', {}, el('span.sm-option-text', { lang: value.lang }, option.text), el('span.sm-flags', {},
            isRight ? el('span.sm-flag', {}, mark('truth', 15), ' ', say('right_choice')) : null,
            isOwn ? el('span.sm-flag', {}, mark('you', 15), ' ', say('your_choice')) : null,
            ...value.others.filter((one) => one.position === position).map((one) => el('span.sm-flag', {}, mark(this.kindOf(one), 14), ' ', this.name(one))))));
      });
      return el('ol.sm-options', { 'aria-label': say('choices') }, ...options);
    }

    line(value) {
      const answers = value.others.filter((one) => isNumber(one.metres)).map((one) => ({ kind: this.kindOf(one), metres: one.metres }));
      if (isNumber(value.answered_m)) answers.push({ kind: 'you', metres: value.answered_m });
      if (isNumber(value.true_m)) answers.push({ kind: 'truth', metres: value.true_m });
      return Metres.told(value.max_m, answers);
    }

    /* People have no names, only how many they are. */
    name(one) {
      const who = one.kind === 'human' ? [window.SoundmarkText.name('People'), one.name] : [Turn.known(one.kind, one.name)];
      return `${who.filter(Boolean).join(' ')}${one.limits ? ` \u00b7 ${one.limits}` : ''}`;
    }

    kindOf(one) { return MARKS[one.kind] ? one.kind : 'baseline'; }

    others(value) {
      if (!value.others.length) return el('p.sm-others', {}, say('first_to_answer'));
      return el('ul.sm-where-others', { 'aria-label': say('where_others') }, ...value.others.map((one) => el('li', {}, mark(this.kindOf(one), 15),
        el('span', {}, el('b', {}, this.name(one)), ` ${this.said(one, value)}`, one.why ? el('small', {}, this.why(one.why)) : null))));
    }

    said(one, value) {
      if (!this.isDirection && isNumber(one.metres)) return isNumber(value.true_m) ? `${metresOf(one.metres)} (${signed(one.metres - value.true_m)} m)` : metresOf(one.metres);
      if (this.isDirection && value.options[one.position]) return `${letter(one.position)} \u00b7 ${value.options[one.position].text} ${one.position === value.right ? '\u2713' : '\u2717'}`;
      return one.status ? window.SoundmarkText.name(one.status) : say('where_no_answer');
    }

    why(why) { return window.SoundmarkText.note(why); }
  }

  const signed = (metres) => `${metres < 0 ? '\u2212' : '+'}${Math.abs(metres).toFixed(2)}`;

  function mount(element, props, trigger, watch) {
    const root = element.querySelector('.sm-where');
    if (!root || root.soundmarkAnswer) return;
    const card = root.soundmarkAnswer = new SpatialAnswer(element, props, trigger);
    document.addEventListener('soundmark-idle', () => card.again());
    window.SoundmarkText.whenReady(() => drawn(props, watch, () => card.draw()));
  }
  window.SoundmarkSpatialAnswer = { mount };
})();
