/* What of the spatial stage is no canvas: its buttons, switches, legend and texts. */
(function () {
  'use strict';
  if (window.SoundmarkStagePanel) return;
  const { el, svg, clock } = window.SoundmarkDom;
  const { SOURCES, shape } = window.SoundmarkShapes;
  const say = (key, values) => window.SoundmarkText.say(key, values);
  const PLAY = 'M7 4l14 8-14 8z', PAUSE = 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z';
  const MODES = ['stereo', 'estimate', 'truth'];
  let count = 0;

  /* on: {toggle, span, mode(name), show(name), front}; each switch calls its own. */
  class Panel {
    constructor(root, on) {
      this.on = on;
      this.icon = svg('path', { d: PLAY });
      this.play = this.button('button.sm-stage-play', on.toggle, svg('svg', { viewBox: '0 0 24 24', width: 28, height: 28, 'aria-hidden': 'true' }, this.icon));
      this.time = el('span.sm-stage-time', { 'aria-hidden': 'true' });
      this.span = this.button('button.sm-stage-button', on.span);
      this.note = el('p.sm-stage-note', { role: 'status', hidden: true });
      this.wave = el('canvas');
      this.timeline = el('div.sm-timeline', { role: 'slider', tabindex: '0', 'aria-label': say('stage_position'), 'aria-valuemin': '0' }, this.wave);
      this.polar = el('canvas.sm-polar', { role: 'slider', tabindex: '0', 'aria-label': say('stage_polar'), 'aria-valuemin': '-180', 'aria-valuemax': '180' });
      this.map = el('canvas.sm-top-map', { role: 'img' });
      this.video = el('video', { muted: true, playsinline: true, controls: true, preload: 'auto', hidden: true, 'aria-label': say('stage_video') });
      this.video.muted = true;
      this.audio = el('audio', { preload: 'auto' });
      this.head = el('span.sm-stage-head');
      this.front = this.button('button.sm-stage-button', on.front, say('stage_face_front'));
      this.legend = el('ul.sm-stage-legend');
      this.asked = el('p.sm-stage-asked', { 'aria-hidden': 'true' }); // again: the card below has it for everybody
      this.polarBox = el('figure.sm-stage-figure', {}, this.polar, el('figcaption', {}, this.head, this.front));
      this.mapBox = el('figure.sm-stage-figure', {}, this.map, el('figcaption', {}, this.legend));
      root.replaceChildren(this.asked,
        el('div.sm-stage-bar', {}, this.play, this.time, this.span, this.modes()), this.timeline, this.note,
        el('div.sm-stage-views', {},
          this.polarBox,
          el('div.sm-stage-side', {}, this.video, this.mapBox)),
        this.switches(), this.audio);
    }

    button(spec, act, ...children) {
      const made = el(spec, { type: 'button' }, ...children);
      made.addEventListener('click', () => act());
      return made;
    }

    modes() {
      const name = `sm-stage-mode-${++count}`;
      this.modeInputs = Object.fromEntries(MODES.map((mode) => [mode, el('input', { type: 'radio', name, value: mode })]));
      const labels = MODES.map((mode) => {
        this.modeInputs[mode].addEventListener('change', () => this.on.mode(mode));
        return el('label', {}, this.modeInputs[mode], el('span', {}, say(`stage_listen_${mode}`)));
      });
      return el('fieldset.sm-stage-modes', {}, el('legend.sm-hidden', {}, say('stage_listen')), ...labels);
    }

    switches() {
      this.toggles = Object.fromEntries([...SOURCES, 'map'].map((name) => {
        const made = this.button('button.sm-stage-toggle', () => this.on.show(name), name === 'map' ? null : shape(name, 16), el('span', {}, say(`stage_show_${name}`)));
        return [name, made];
      }));
      return el('div.sm-stage-switches', { role: 'group', 'aria-label': say('stage_show') }, ...Object.values(this.toggles));
    }

    /* What can be switched for this value: possible {stereo, estimate, truth}, mode, shown {sd, seg, audio, map}, has {...};
     * asked: the question, because the card is below what is seen first. */
    set({ possible, mode, shown, has, span, asked }) {
      for (const name of MODES) {
        this.modeInputs[name].disabled = !possible[name];
        this.modeInputs[name].checked = name === mode;
        this.modeInputs[name].parentElement.hidden = name === 'truth' && !possible.truth;
      }
      for (const [name, toggle] of Object.entries(this.toggles)) {
        toggle.hidden = !has[name];
        toggle.setAttribute('aria-pressed', String(shown[name]));
      }
      this.asked.textContent = asked;
      this.asked.hidden = !asked;
      this.polarBox.hidden = !has.directions;
      this.mapBox.hidden = !has.map || !shown.map;
      this.span.hidden = !span;
      if (span) this.span.replaceChildren(say('stage_span', { from: clock(span.start_s), to: clock(span.end_s) }));
    }

    /* rows: [mark, text], each once. */
    describe(rows, spoken) {
      this.legend.replaceChildren(...rows.map(([name, text]) => el('li', {}, shape(name, 16), el('span', {}, text))));
      this.map.setAttribute('aria-label', spoken);
    }

    tell(now, total, isPlaying, isWaiting) {
      const state = `${clock(now)}/${clock(total)}/${isPlaying}/${isWaiting}`;
      if (state === this.told) return;
      this.told = state;
      this.icon.setAttribute('d', isPlaying ? PAUSE : PLAY);
      this.play.setAttribute('aria-label', say(isPlaying ? 'stage_pause' : 'stage_play'));
      this.time.textContent = isWaiting && isPlaying ? say('stage_loading') : `${clock(now)} / ${clock(total)}`;
      this.timeline.setAttribute('aria-valuemax', Math.round(total));
      this.timeline.setAttribute('aria-valuenow', Math.round(now));
      this.timeline.setAttribute('aria-valuetext', say('stage_time', { now: clock(now), total: clock(total) }));
    }

    turnHead(degrees, isHeard) {
      const turned = say(degrees === 0 ? 'stage_head_front' : degrees > 0 ? 'stage_head_right' : 'stage_head_left', { degrees: Math.abs(degrees) });
      this.polar.setAttribute('aria-valuenow', degrees);
      this.polar.setAttribute('aria-valuetext', turned);
      this.head.textContent = `${turned} ${say(isHeard ? 'stage_head_how' : 'stage_head_binaural')}`;
      this.front.hidden = degrees === 0;
    }

    /* isTrouble: the text is not only good to know. */
    say(text, isTrouble) {
      this.note.textContent = text;
      this.note.classList.toggle('sm-stage-trouble', isTrouble);
      this.note.hidden = !text;
    }
  }

  window.SoundmarkStagePanel = Panel;
})();
