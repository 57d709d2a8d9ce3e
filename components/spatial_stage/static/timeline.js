/* Waveform, events and directions over time, with one playhead: new SoundmarkTimeline(canvas). */
(function () {
  'use strict';
  if (window.SoundmarkTimeline) return;
  const { SOURCES, FONT, stamp, fit, backdrop, short, write } = window.SoundmarkShapes;
  const WAVE = 46, LANE = 20, STRIP = 96, GAP = 6, BAR = 4, APART = 4, FEWEST_LETTERS = 3;

  /* As much of a text as fits, or nothing where that would say little. */
  function fitting(context, text, wide) {
    const letters = [...text], fits = (said) => context.measureText(said).width <= wide;
    if (fits(text)) return text;
    for (let kept = letters.length - 1; kept >= FEWEST_LETTERS; kept--) {
      const cut = `${letters.slice(0, kept).join('').trimEnd()}\u2026`;
      if (fits(cut)) return cut;
    }
    return '';
  }

  class Timeline {
    constructor(canvas) { this.canvas = canvas; }

    set(value, peaks, duration, shown, palette) {
      Object.assign(this, { value, peaks, duration, shown, palette });
      this.hasStrip = !!peaks || value.tracks.length > 0;
      this.hasLane = value.events.length > 0;
      this.canvas.style.height = `${WAVE + (this.hasLane ? GAP + LANE : 0) + (this.hasStrip ? GAP + STRIP : 0)}px`;
      this.picture = peaks && peaks.picture(palette.power);
      this.resize();
    }

    resize() {
      this.size = fit(this.canvas);
      if (!this.size || !this.value) return;
      const { copy, context } = backdrop(this.canvas);
      this.drawSpan(context);
      this.drawWave(context);
      let top = WAVE + GAP;
      if (this.hasLane) { this.drawEvents(context, top); top += LANE + GAP; }
      if (this.hasStrip) this.drawStrip(context, top);
      this.still = copy;
    }

    x(seconds) { return this.duration ? Math.max(0, Math.min(1, seconds / this.duration)) * this.size.width : 0; }
    secondsAt(x) { return Math.max(0, Math.min(1, x / this.size.width)) * this.duration; }

    drawSpan(context) {
      const { span } = this.value, { palette, size } = this;
      if (!span) return;
      const left = this.x(span.start_s), right = Math.max(left + 3, this.x(span.end_s));
      context.fillStyle = palette.accent;
      context.globalAlpha = 0.14;
      context.fillRect(left, 0, right - left, size.height);
      context.globalAlpha = 1;
      [left, right - 2].forEach((x) => context.fillRect(x, 0, 2, size.height));
      context.fillRect(left, 0, right - left, 3);
    }

    drawWave(context) {
      const peaks = this.value.waveform, bars = Math.min(peaks.length, Math.floor(this.size.width / BAR));
      context.fillStyle = this.palette.wave;
      for (let i = 0; i < bars; i++) {
        let peak = 0;
        for (let k = Math.floor(i * peaks.length / bars); k < Math.floor((i + 1) * peaks.length / bars); k++) peak = Math.max(peak, peaks[k]);
        const tall = Math.max(2, Math.min(1, peak) * (WAVE - 6));
        context.fillRect(i * this.size.width / bars, 3 + (WAVE - 3 - tall) / 2, Math.max(1.5, this.size.width / bars - 1.5), tall);
      }
    }

    drawEvents(context, top) {
      const { palette } = this;
      context.font = FONT;
      for (const event of this.value.events) {
        const left = this.x(event.start_s), wide = Math.max(3, this.x(event.end_s) - left), text = fitting(context, short(event.label), wide - 10);
        context.fillStyle = palette.track;
        context.strokeStyle = palette.border;
        context.lineWidth = 1;
        context.beginPath();
        context.roundRect(left + 0.5, top + 0.5, wide - 1, LANE - 1, 4);
        context.fill();
        context.stroke();
        if (!text) continue;
        context.fillStyle = palette.ink;
        context.textAlign = 'left';
        context.textBaseline = 'middle';
        context.fillText(text, left + 5, top + LANE / 2 + 1);
      }
    }

    drawStrip(context, top) {
      const { palette, size, peaks } = this, say = window.SoundmarkText.say;
      const y = (azimuth) => top + STRIP * (azimuth + 180) / 360;
      context.save();
      context.beginPath();
      context.rect(0, top, size.width, STRIP);
      context.clip();
      context.fillStyle = palette.land;
      context.globalAlpha = 0.55;
      context.fillRect(0, top, size.width, STRIP);
      context.globalAlpha = 1;
      if (this.picture) context.drawImage(this.picture, 0, top, this.x(peaks.nSegments * peaks.segmentS), STRIP);
      context.fillStyle = palette.border;
      [-90, 0, 90].forEach((azimuth) => context.fillRect(0, y(azimuth), size.width, 1));
      SOURCES.filter((source) => this.shown[source]).forEach((source) => this.value.tracks.filter((track) => track.source === source).forEach((track) =>
        this.apart(track.times_s).forEach((i) => stamp(context, source, this.x(track.times_s[i]), y(track.azimuths_deg[i]), source === 'audio' ? 7 : 11, palette))));
      context.restore();
      [[-90, 'stage_left'], [0, 'stage_front'], [90, 'stage_right']].forEach(([azimuth, key]) => write(context, say(key), 5, y(azimuth), palette, palette.inkSoft));
    }

    /* Indices of the points that are to be drawn: none on top of the one before. */
    apart(times) {
      let last = -Infinity;
      return times.map((_, i) => i).filter((i) => {
        const x = this.x(times[i]), isFree = x - last >= APART;
        if (isFree) last = x;
        return isFree;
      });
    }

    draw(t) {
      if (!this.size || !this.still) return;
      const { context, width, height } = this.size, x = this.x(t), { palette } = this;
      context.clearRect(0, 0, width, height);
      context.drawImage(this.still, 0, 0, width, height);
      context.fillStyle = palette.card;
      context.fillRect(x - 2.5, 0, 5, height);
      context.fillStyle = palette.ink;
      context.fillRect(x - 1, 0, 2, height);
      context.beginPath();
      context.arc(x, 5, 5, 0, 2 * Math.PI);
      context.fill();
    }
  }

  window.SoundmarkTimeline = Timeline;
})();
