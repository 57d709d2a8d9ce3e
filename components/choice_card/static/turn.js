/* One answer a round, and on to the next: new SoundmarkTurn(props, trigger, root), for every kind of answer card.
 *
 * props.value {round, phase: 'ask' | 'told', ...}; the card adds answer. Triggers 'answer' once a round, and 'next'.
 */
(function () {
  'use strict';
  if (window.SoundmarkTurn) return;
  const { el, mark, isObject } = window.SoundmarkDom;
  const say = (key, values) => window.SoundmarkText.say(key, values);
  const PATIENCE_MS = 4000, REST_MS = 500;

  window.SoundmarkTurn = class Turn {
    constructor(props, trigger, root) {
      this.props = props;
      this.trigger = trigger;
      this.root = root;
      this.sent = null;
      this.goneOn = null;
    }

    get value() { return isObject(this.props.value) ? this.props.value : {}; }
    get isAsking() { return this.value.phase === 'ask' && this.sent !== this.value.round; }
    get isSeen() { return this.root.offsetParent !== null; }

    /* Sends an answer; `taken` is the button that was pressed. What may be pressed waits for the server. */
    send(answer, taken) {
      if (!this.isAsking) return;
      this.sent = this.value.round;
      this.root.setAttribute('aria-busy', 'true');
      this.root.querySelectorAll('button, input').forEach((control) => { control.disabled = true; });
      if (taken) taken.classList.add('sm-taken');
      this.props.value = { ...this.value, answer };
      this.trigger('answer', {});
    }

    /* The second press of a double click on Play must not be an answer; keys count at once. */
    rest(button) {
      const { round } = this.value;
      button.disabled = true;
      button.classList.add('sm-resting');
      window.setTimeout(() => {
        button.classList.remove('sm-resting');
        if (this.isAsking && this.value.round === round) button.disabled = false;
      }, REST_MS);
    }

    goOn() {
      if (this.goneOn === this.value.round) return;
      this.goneOn = this.value.round;
      this.trigger('next', {});
      window.setTimeout(() => { this.goneOn = null; }, PATIENCE_MS); // a server that did not answer may be asked again
    }

    /* An answer that the server refused may be given again. Returns whether there is one. */
    again() {
      if (this.value.phase !== 'ask' || this.sent !== this.value.round) return false;
      this.sent = null;
      return true;
    }
  };

  /* How a button was pressed: 'touch', 'click' or 'keyboard'. */
  window.SoundmarkTurn.pressed = (event) => (event.pointerType === 'touch' ? 'touch' : event.detail ? 'click' : 'keyboard');

  /* The choice that a key takes: A and 1 the first; null for "I don't know" (0 or ?); undefined for none. */
  window.SoundmarkTurn.positionOf = (event, count) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.target.closest('input:not([type=range]), textarea, select, [contenteditable]')) return undefined;
    const key = window.SoundmarkDom.keyOf(event);
    if (key === '0' || key === '?') return null;
    if (key.length !== 1) return undefined;
    const code = key.toUpperCase().charCodeAt(0), position = code >= 65 ? code - 65 : code - 49;
    return position >= 0 && position < count ? position : undefined;
  };

  /* Baselines have names of the page's own; a model is called as it is logged. */
  const known = window.SoundmarkTurn.known = (kind, name) => (kind === 'baseline' ? window.SoundmarkText.name(name) : name);

  /* How the game stands against somebody: {kind, label, own, theirs, last: [own, theirs]}. */
  window.SoundmarkTurn.race = (race) => {
    const name = known(race.kind, race.label), [own, theirs] = race.last || [null, null];
    return el('p.sm-race', {}, ...[mark(race.kind, 18), ' ', say('race_now', { name, own: race.own, theirs: race.theirs }),
      own !== null && theirs === null ? el('small', {}, ' ', say('race_no_answer', { name })) : null].filter(Boolean));
  };

  /* Why models and baselines [{kind, name, said}] answered so: text from outside, in a fold-out, whatever it looks like; null for nothing. */
  window.SoundmarkTurn.said = (answers, mode) => {
    const words = (one) => (one.kind === 'baseline' ? window.SoundmarkText.how(one.name, mode) : one.said);
    const told = answers.filter(words);
    if (!told.length) return null;
    return el('details.sm-why', {}, el('summary', {}, say('what_they_said')),
      el('dl', {}, ...told.flatMap((one) => [el('dt', {}, mark(one.kind, 15), ' ', known(one.kind, one.name)), el('dd', {}, words(one))])));
  };

  /* Where a clip comes from, as one line. */
  window.SoundmarkTurn.credit = (credit) => {
    return [credit.is_synthetic ? say('synthetic_credit') : '', credit.source ? say('source', { source: credit.source }) : '',
      say('licence', { licence: credit.licence || say('not_stated') })].filter(Boolean).join(' \u00b7 ');
  };
})();
