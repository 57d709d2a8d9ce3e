/* A scene in space, to hear and to see: SoundmarkStage.mount(element, props, trigger, watch).
 *
 * props.value {round, phase: 'ask' | 'told', duration_s,
 *   span: {start_s, end_s} | null                   the time that the question asks about
 *   clips: {stereo: {src} | null, mono: {src} | null}   mono is what is panned
 *   is_silent: true | absent                        the clips are silence, the clock of a scene whose sound is not there
 *   prompt: text | absent                           of an open question
 *   video: {src} | null, waveform: [0..1], events: [{start_s, end_s, label}]
 *   peak_map: {src, n_segments, segment_s, n_angles} | null   a greyscale image, see peak_map.js
 *   tracks: [{source: 'sd' | 'seg' | 'audio', label, times_s, azimuths_deg, distances_m | null, confidences | null}]
 *   map: null | {wearer: {times_s, xy, forward}, objects: [{role: 'target' | 'reference' | 'facing' | 'other', label, xy}],
 *     target_path: {times_s, xy} | null, estimated: [{source, times_s, xy}], where each source saw the target,
 *     by_pipeline: {times_s, xy} | null | absent, origin: {xy, forward} | absent}
 *   truth, own: null | {azimuth_deg, distance_m}, own also sector: [from_deg, to_deg]; each may be null
 *   frame: 'ego' | 'exo' | absent                   of truth and own; absent: 'exo' when an object has the role 'facing'
 *   is_partly_told: true | absent                   more of the same recording is told after a later question
 *   switches: {sd, seg, audio, map} | null | absent   what the pipeline's answer was made with
 *   field_of_view_deg}
 * Azimuths: 0 in front, + right. A value with the same round goes on where the sound is. The browser adds id (the
 * round), listened_s and plays, and shown: {sd, seg, audio, map}. Triggers 'switch' when that is not what was used.
 */
(function () {
  'use strict';
  if (window.SoundmarkStage) return;
  const { isObject } = window.SoundmarkDom;
  const { wrap, isPoint, angleAt } = window.SoundmarkSeries;
  const { SOURCES } = window.SoundmarkShapes;
  const FOLLOWED = ['audio', 'seg', 'sd'], SEEK_S = 2, TURN_DEG = 5, DRAG_DEG_PER_WIDTH = 180, LONGEST_GAP_S = 1.5, MOST_ASKED = 4;
  const say = (key, values) => window.SoundmarkText.say(key, values);

  /* A value with every part in place. */
  function complete(value) {
    const map = value.map && value.map.wearer && value.map.wearer.times_s.length ? value.map : null;
    return { span: null, video: null, peak_map: null, truth: null, own: null, field_of_view_deg: 0, duration_s: 0, ...value,
      clips: value.clips || {}, waveform: value.waveform || [], events: value.events || [],
      tracks: (value.tracks || []).filter((track) => SOURCES.includes(track.source)),
      map: map && { ...map, target_path: map.target_path && map.target_path.times_s.length ? map.target_path : null,
        objects: (map.objects || []).filter((one) => isPoint(one.xy)), estimated: map.estimated || [],
        by_pipeline: map.by_pipeline && map.by_pipeline.times_s.length ? map.by_pipeline : null } };
  }
  const frameOf = (value) => value.frame || (value.map && value.map.objects.some((one) => one.role === 'facing') ? 'exo' : 'ego');

  class Stage {
    constructor(root, props, trigger) {
      this.root = root;
      this.props = props;
      this.trigger = trigger;
      this.value = complete({});
      this.shown = { sd: true, seg: true, audio: true, map: true };
      Object.assign(this, { mode: 'stereo', headDeg: 0, timesAsked: 0, peaks: null, draws: 0, drawnAt: 0 });
      this.panel = new window.SoundmarkStagePanel(root, {
        toggle: () => this.playback.toggle(), span: () => this.playback.playSpan(this.value.span), mode: (name) => this.setMode(name), show: (name) => this.toggleShown(name), front: () => this.turnHead(0),
      });
      this.timeline = new window.SoundmarkTimeline(this.panel.wave);
      this.polar = new window.SoundmarkPolar(this.panel.polar);
      this.map = new window.SoundmarkTopMap(this.panel.map);
      this.playback = new window.SoundmarkPlayback(this.panel.audio, this.panel.video, { report: (told) => this.report(told), wake: () => this.wake(), ready: (state) => this.tellReady(state) });
      this.listen();
    }

    get isSeen() { return this.root.clientWidth > 0; }

    listen() {
      const { panel } = this;
      panel.timeline.addEventListener('pointerdown', (event) => this.scrub(event));
      panel.timeline.addEventListener('pointermove', (event) => { if (event.buttons && panel.timeline.hasPointerCapture(event.pointerId)) this.scrub(event); });
      panel.timeline.addEventListener('keydown', (event) => this.onTimelineKey(event));
      this.listenToHead();
      this.onSpace = (event) => this.onKey(event);
      document.addEventListener('keydown', this.onSpace);
      this.onTheme = () => this.refresh();
      document.addEventListener('soundmark-theme', this.onTheme);
      this.onIdle = () => this.askAnew(); // an event that comes while another is on its way is lost
      document.addEventListener('soundmark-idle', this.onIdle);
      this.observer = new ResizeObserver(() => this.resized());
      [this.root, panel.polar, panel.map, panel.wave].forEach((box) => this.observer.observe(box));
    }

    listenToHead() {
      const { polar } = this.panel;
      let start = null;
      polar.addEventListener('pointerdown', (event) => { start = { x: event.clientX, head: this.headDeg }; polar.setPointerCapture(event.pointerId); });
      polar.addEventListener('pointermove', (event) => {
        if (start) this.turnHead(start.head + (event.clientX - start.x) * DRAG_DEG_PER_WIDTH / polar.clientWidth);
      });
      ['pointerup', 'pointercancel'].forEach((name) => polar.addEventListener(name, () => { start = null; }));
      polar.addEventListener('keydown', (event) => {
        const step = { ArrowRight: TURN_DEG, ArrowUp: TURN_DEG, ArrowLeft: -TURN_DEG, ArrowDown: -TURN_DEG }[event.key];
        if (step) this.turnHead(this.headDeg + step);
        else if (event.key === 'Home') this.turnHead(0);
        else return;
        event.preventDefault();
      });
    }

    /* Space plays and pauses on the stage, and elsewhere where it has no meaning of its own. */
    onKey(event) {
      if (event.key !== ' ' || event.defaultPrevented || !this.isSeen || event.target.closest('button, input, textarea, select, a, video, [contenteditable]')) return;
      if (!this.root.contains(event.target) && event.target.closest('[role]')) return;
      event.preventDefault();
      this.playback.toggle();
    }

    onTimelineKey(event) {
      const step = { ArrowRight: SEEK_S, ArrowUp: SEEK_S, ArrowLeft: -SEEK_S, ArrowDown: -SEEK_S }[event.key];
      if (step) this.playback.seek(this.playback.now + step);
      else if (event.key === 'Home') this.playback.seek(0);
      else if (event.key === 'End') this.playback.seek(this.playback.duration);
      else if (event.key === 'Enter') this.playback.toggle();
      else return;
      event.preventDefault();
    }

    scrub(event) {
      this.panel.timeline.setPointerCapture(event.pointerId);
      this.playback.seek(this.timeline.secondsAt(event.clientX - this.panel.wave.getBoundingClientRect().left));
    }

    tellReady(state) {
      const trouble = state === 'error' ? 'stage_not_loaded' : this.hasNoPeaks ? 'stage_no_peaks' : '';
      const remark = this.value.is_silent ? 'stage_silent' : this.value.is_partly_told ? 'stage_partly_told' : '';
      this.panel.say(trouble || remark ? say(trouble || remark) : '', !!trouble);
      if (state) this.root.dataset.ready = state; else delete this.root.dataset.ready;
    }

    turnHead(degrees) {
      this.headDeg = Math.round(wrap(degrees));
      this.panel.turnHead(this.headDeg, this.mode !== 'stereo');
      this.wake();
    }

    setMode(mode) {
      this.mode = mode;
      this.playback.sound.start();
      this.playback.load(this.value.clips, mode !== 'stereo');
      this.turnHead(this.headDeg);
    }

    toggleShown(name) {
      this.shown[name] = !this.shown[name];
      this.refresh();
      this.timesAsked = 0;
      this.askAnew();
    }

    /* Asks for the pipeline's answer by what is switched on now, if the one that is there was made otherwise. */
    askAnew() {
      const { switches } = this.value;
      if (!switches || this.timesAsked >= MOST_ASKED || Object.keys(this.shown).every((name) => this.shown[name] === switches[name])) return;
      this.timesAsked += 1;
      this.props.value = { ...this.props.value, shown: { ...this.shown } };
      this.trigger('switch');
    }

    /* From where it sounds by the tracks that are shown, or by the truth; relative to the wearer. Null: nobody knows. */
    azimuthAt(t) {
      if (this.mode === 'truth') return this.value.map ? (this.map.seenAt(t) || {}).azimuth : this.value.truth && this.value.truth.azimuth_deg;
      for (const source of FOLLOWED) {
        const track = this.shown[source] && this.value.tracks.find((one) => one.source === source && one.times_s.length);
        if (track) return angleAt(track.times_s, track.azimuths_deg, t, LONGEST_GAP_S);
      }
      return null;
    }

    possible() {
      const { clips, tracks, map, truth, phase } = this.value, canPan = window.SoundmarkSpatialSound.isPossible && !this.value.is_silent && !!(clips.mono || clips.stereo);
      const isTrue = map ? !!(map.target_path || map.objects.some((one) => one.role === 'target')) : !!truth && Number.isFinite(truth.azimuth_deg) && frameOf(this.value) === 'ego';
      return { stereo: !!clips.stereo, estimate: canPan && tracks.some((track) => track.times_s.length), truth: canPan && phase === 'told' && isTrue };
    }

    report(told) {
      if (this.value.round === undefined) return;
      this.reported = told;
      this.props.value = { ...this.props.value, id: this.value.round, ...told };
    }

    /* Whether the value that is there now is what this stage itself wrote. */
    isOwnReport(value) {
      return !!this.reported && value.id === this.value.round && value.round === this.value.round && value.phase === this.value.phase
        && value.listened_s === this.reported.listened_s && value.plays === this.reported.plays;
    }

    update() {
      const given = isObject(this.props.value) ? this.props.value : {};
      if (this.isOwnReport(given)) return;
      const value = complete(given), isNew = value.round !== this.value.round;
      this.value = value;
      if (isNew) this.startRound();
      const possible = this.possible();
      if (!possible[this.mode]) this.mode = possible.stereo ? 'stereo' : possible.estimate ? 'estimate' : 'stereo';
      this.playback.duration = value.duration_s;
      this.playback.load(value.clips, this.mode !== 'stereo');
      this.playback.follower.load(value.video ? value.video.src : null);
      const isSilent = !value.clips.stereo && !value.clips.mono;
      this.root.classList.toggle('sm-stage-silent', isSilent);
      this.root.classList.toggle('sm-stage-mute', !!value.is_silent);
      this.tellReady(this.root.dataset.ready);
      this.root.hidden = value.round === undefined;
      Object.assign(this.root.dataset, { round: value.round, phase: value.phase });
      this.loadPeaks();
      this.describe();
      this.turnHead(this.headDeg);
      this.refresh();
      if (isNew && !isSilent && value.round !== undefined && navigator.userActivation && navigator.userActivation.hasBeenActive && this.isSeen) this.playback.play();
      else if (!isNew && this.reported) this.report(this.playback.heard.told);
    }

    startRound() {
      this.playback.rest();
      Object.assign(this, { timesAsked: 0, reported: null, headDeg: 0 });
    }

    loadPeaks() {
      const source = this.value.peak_map, src = source ? source.src : null;
      if (this.peaksFrom === src) return;
      this.peaksFrom = src;
      Object.assign(this, { peaks: null, hasNoPeaks: false });
      if (!src) return;
      window.SoundmarkPeakMap.load(source).then((peaks) => {
        if (this.peaksFrom !== src) return;
        this.peaks = peaks;
        this.refresh();
      }, () => {
        this.hasNoPeaks = this.peaksFrom === src;
        this.tellReady(this.root.dataset.ready);
      });
    }

    describe() {
      const { map, truth, own } = this.value;
      if (!map) return this.panel.describe([], '');
      const rows = [['wearer', say('stage_wearer')], ...map.objects.map((one) => [one.role, `${say(`stage_role_${one.role}`)}: ${one.label}`])];
      if (map.target_path) rows.push(['path', say('stage_target_path')]);
      SOURCES.filter((source) => map.estimated.some((track) => track.source === source)).forEach((source) => rows.push([source, say(`stage_show_${source}`)]));
      if (map.by_pipeline) rows.push(['pipeline', say('stage_by_pipeline')]);
      if (truth) rows.push(['truth', say('stage_truth')]);
      if (own) rows.push(['you', say('stage_own')]);
      return this.panel.describe(rows, `${say('stage_map')} ${rows.map(([, text]) => text).join('; ')}`);
    }

    /* Everything that does not move, drawn anew: after a new value, a switch, another size or theme. */
    refresh() {
      const { value, shown, peaks } = this, palette = window.SoundmarkShapes.palette(this.root);
      const has = Object.fromEntries(SOURCES.map((source) => [source, value.tracks.some((track) => track.source === source) || !!(value.map && value.map.estimated.some((track) => track.source === source))]));
      this.panel.set({ possible: this.possible(), mode: this.mode, shown, span: value.span,
        has: { ...has, map: !!value.map, directions: value.phase === 'told' || value.tracks.length > 0 || !!value.peak_map }, asked: value.phase === 'ask' ? value.prompt || '' : '' });
      this.timeline.set(value, peaks, value.duration_s, shown, palette);
      this.polar.set(value, peaks, frameOf(value), palette);
      if (value.map) this.map.set(value, shown, palette);
      this.wake();
    }

    resized() {
      if (!this.isSeen) { this.playback.audio.pause(); return; }
      [this.timeline, this.polar, this.map].forEach((part) => part.resize());
      this.wake();
    }

    /* Draws at the next frame, and on as long as the sound plays. */
    wake() {
      if (this.frame) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = null;
        this.draw();
        if (this.playback.isPlaying && this.isSeen) this.wake();
      });
    }

    draw() {
      const { playback } = this, t = playback.now, azimuth = this.mode === 'stereo' ? null : this.azimuthAt(t);
      playback.tick(Number.isFinite(azimuth) ? azimuth - this.headDeg : null);
      this.timeline.draw(t);
      this.polar.draw(t, this.shown, this.headDeg, this.value.map ? this.map.seenAt(t) : null);
      if (this.value.map && this.shown.map) this.map.draw(t);
      this.panel.tell(t, playback.duration, playback.isPlaying, playback.isWaiting);
      this.drawnAt = t;
      this.draws += 1;
    }

    destroy() {
      this.playback.destroy();
      this.observer.disconnect();
      document.removeEventListener('keydown', this.onSpace);
      document.removeEventListener('soundmark-theme', this.onTheme);
      document.removeEventListener('soundmark-idle', this.onIdle);
    }
  }

  function start(root, props, trigger, watch) {
    if (root.soundmarkStage) return; // js_on_load can run again
    const stage = root.soundmarkStage = new Stage(root, props, trigger);
    watch('value', () => stage.update());
    stage.update();
    const gone = new MutationObserver(() => {
      if (!document.contains(root)) { gone.disconnect(); stage.destroy(); }
    });
    gone.observe(document.body, { childList: true, subtree: true });
  }

  function mount(element, props, trigger, watch) {
    const root = element.querySelector('.sm-stage');
    if (root) window.SoundmarkText.whenReady(() => start(root, props, trigger, watch));
  }
  window.SoundmarkStage = { mount };
})();
