/* A distance in metres, by slider and by number: new SoundmarkMetres(maxM, change). And the same line with answers on it. */
(function () {
  'use strict';
  if (window.SoundmarkMetres) return;
  const { el, mark } = window.SoundmarkDom;
  const STEP_M = 0.1;
  const say = (key, values) => window.SoundmarkText.say(key, values);

  /* A length as it is written here: 2.5, 2,5, 2.5 m. Null: nothing is written. NaN: that is no length. */
  function read(text) {
    const bare = text.trim().replace(/\s*m$/i, '').replace(',', '.');
    if (!bare) return null;
    return /^\d{1,6}(\.\d{0,6})?$|^\.\d{1,6}$/.test(bare) ? Number(bare) : NaN;
  }
  const written = (metres) => metres.toFixed(1);

  class Metres {
    constructor(maxM, change, submit) {
      this.maxM = maxM;
      this.change = change;
      this.metres = null;
      this.how = null;
      this.slider = el('input', { type: 'range', min: 0, max: maxM, step: STEP_M, value: 0, 'aria-label': say('where_distance'), 'aria-valuetext': say('where_not_set') });
      this.field = el('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', maxlength: 12, 'aria-label': say('where_metres'), 'aria-describedby': 'sm-where-error' });
      this.error = el('p.sm-where-error', { id: 'sm-where-error', role: 'alert' });
      this.slider.addEventListener('input', () => this.slid());
      this.slider.addEventListener('keydown', (event) => { if (event.key === 'Enter') submit(event); });
      this.field.addEventListener('input', () => this.typed(false));
      this.field.addEventListener('change', () => this.typed(true));
      this.field.addEventListener('keydown', (event) => { if (event.key === 'Enter') { event.preventDefault(); this.typed(true); submit(event); } });
      this.root = el('div.sm-metres', {},
        el('div.sm-metres-line', {}, this.slider, Metres.scale(maxM)),
        el('label.sm-metres-field', {}, this.field, el('span', { 'aria-hidden': 'true' }, 'm')), this.error);
    }

    slid() {
      this.take(Number(this.slider.value), 'slider');
      this.field.value = written(this.metres);
      this.error.textContent = '';
    }

    /* While somebody types nothing is found fault with; what is wrong is said when they are done. */
    typed(isDone) {
      const metres = read(this.field.value), isRight = metres !== null && metres <= this.maxM;
      this.error.textContent = !isDone || metres === null || isRight ? '' : say(Number.isNaN(metres) ? 'where_no_number' : 'where_too_far', { max: this.maxM });
      this.take(isRight ? metres : null, 'typed');
      if (isRight) this.slider.value = metres;
    }

    take(metres, how) {
      Object.assign(this, { metres, how });
      this.slider.setAttribute('aria-valuetext', metres === null ? say('where_not_set') : `${written(metres)} m`);
      this.root.classList.toggle('sm-is-set', metres !== null);
      this.change(metres);
    }

    /* The scale below the line: a stroke and a number each so many metres. */
    static scale(maxM) {
      const step = [0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => maxM / one <= 8) || 200, marks = [];
      for (let metres = 0; metres <= maxM + 1e-9; metres += step) marks.push(el('span', { style: `left:${100 * metres / maxM}%` }, metres ? `${metres}` : '0 m'));
      return el('div.sm-metres-scale', { 'aria-hidden': 'true' }, ...marks);
    }

    /* answers: [{kind, metres}]; the truth and one's own stand above the others. What is beyond the line stands at its end. */
    static told(maxM, answers) {
      const left = (metres) => `left:${100 * Math.max(0, Math.min(1, metres / maxM))}%`;
      const own = answers.find((one) => one.kind === 'you'), truth = answers.find((one) => one.kind === 'truth'), parts = [];
      if (own && truth) {
        const [low, high] = [own.metres, truth.metres].sort((a, b) => a - b).map((metres) => Math.min(metres, maxM));
        parts.push(el('i', { style: `left:${100 * low / maxM}%;width:${100 * (high - low) / maxM}%` }));
      }
      return el('div.sm-metres.sm-metres-told', { 'aria-hidden': 'true' },
        el('div.sm-metres-line', {}, el('div.sm-metres-track', {}, ...parts,
          ...answers.map((one) => el(`span.sm-metres-mark.sm-at-${one.kind}`, { style: left(one.metres) }, mark(one.kind, one.kind === 'you' || one.kind === 'truth' ? 26 : 16)))),
        Metres.scale(maxM)));
    }
  }

  window.SoundmarkMetres = Object.assign(Metres, { read, written });
})();
