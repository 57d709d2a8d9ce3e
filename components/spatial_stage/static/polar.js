/* The directions round the wearer, seen from above with the front up: new SoundmarkPolar(canvas).
 *
 * Outside, a crown that bulges where the steered power comes from; inside, what each track saw in the last seconds, at its
 * distance, or on the rim where it gave none. After the answer also the truth and one's own answer.
 */
(function () {
  'use strict';
  if (window.SoundmarkPolar) return;
  const { RAD, turned, indexAt, nice } = window.SoundmarkSeries;
  const { SOURCES, FONT, stamp, fit, backdrop, write } = window.SoundmarkShapes;
  const MARGIN = 24, DISC = 0.7, CROWN = 0.75, TRAIL_S = 3, LONGEST_M = 50;

  class Polar {
    constructor(canvas) { this.canvas = canvas; }

    /* peaks: a PeakMap or null. frame: 'ego' when truth and own answer are relative to the wearer. */
    set(value, peaks, frame, palette) {
      Object.assign(this, { value, peaks, palette, isEgo: frame === 'ego' });
      this.reach = this.reachOf(value);
      this.resize();
    }

    /* The metres at the rim: a round number that holds nearly all distances; null when nothing has a distance. */
    reachOf(value) {
      const found = value.tracks.flatMap((track) => track.distances_m || []).filter((m) => m >= 0 && m <= LONGEST_M).sort((a, b) => a - b);
      const own = [value.truth, value.own].map((one) => one && one.distance_m).filter((m) => Number.isFinite(m));
      const most = Math.max(found.length ? found[Math.floor(0.98 * (found.length - 1))] : 0, ...(this.isEgo ? own : [0]));
      if (!most) return null;
      return [1, 1.5, 2, 3, 4, 6, 8].map((k) => k * nice(most)).find((m) => m >= most);
    }

    resize() {
      this.size = fit(this.canvas);
      if (!this.size || !this.value) return;
      const { width, height } = this.size;
      this.cx = width / 2;
      this.cy = height / 2;
      this.radius = Math.min(width, height) / 2 - MARGIN;
      const { copy, context } = backdrop(this.canvas);
      this.drawDial(context);
      this.still = copy;
    }

    at(azimuth, radius) { return [this.cx + radius * Math.sin(azimuth * RAD), this.cy - radius * Math.cos(azimuth * RAD)]; }

    radiusOf(metres) {
      if (!this.reach || !Number.isFinite(metres)) return DISC * this.radius;
      return Math.min(1, metres / this.reach) * DISC * this.radius;
    }

    ring(context, radius) {
      context.beginPath();
      context.arc(this.cx, this.cy, radius, 0, 2 * Math.PI);
    }

    drawDial(context) {
      const { palette, radius } = this, say = window.SoundmarkText.say;
      this.ring(context, DISC * radius);
      context.fillStyle = palette.land;
      context.fill();
      context.strokeStyle = palette.border;
      context.lineWidth = 1;
      [0, 45, 90, 135].forEach((azimuth) => {
        context.beginPath();
        context.moveTo(...this.at(azimuth, DISC * radius));
        context.lineTo(...this.at(azimuth + 180, DISC * radius));
        context.stroke();
      });
      [DISC / 2, DISC, CROWN].forEach((share) => { this.ring(context, share * radius); context.stroke(); });
      if (this.value.truth || this.value.own) this.drawAnswers(context);
      if (this.reach) [1, 2].forEach((half) => write(context, `${this.reach * half / 2} m`, ...this.at(158, DISC * radius * half / 2 - 12), palette, palette.inkSoft, 'center'));
      this.sign(context, say('stage_front'), 0, MARGIN / 2, 0);
      this.sign(context, say('stage_back'), 180, MARGIN / 2, 0);
      this.drawSides(context, [[say('stage_left'), -90], [say('stage_right'), 90]]);
    }

    /* The words at both sides stand upright where there is room for both, else they run along the rim. */
    drawSides(context, sides) {
      context.font = FONT;
      const wide = Math.max(...sides.map(([text]) => context.measureText(text).width)) + 8, isRoom = wide <= this.cx - this.radius;
      sides.forEach(([text, azimuth]) => this.sign(context, text, azimuth, isRoom ? wide / 2 : MARGIN / 2, isRoom ? 0 : azimuth));
    }

    sign(context, text, azimuth, out, turn) {
      context.save();
      context.translate(...this.at(azimuth, this.radius + out));
      context.rotate(turn * RAD);
      write(context, text, 0, 0, this.palette, this.palette.inkSoft, 'center');
      context.restore();
    }

    drawAnswers(context) {
      if (!this.isEgo) return;
      const { own, truth } = this.value, { palette } = this;
      if (own && own.sector) this.drawSector(context, own.sector);
      if (own && !own.sector && !Number.isFinite(own.azimuth_deg) && Number.isFinite(own.distance_m)) this.drawCircle(context, own.distance_m, palette.you);
      if (!truth) return;
      if (!Number.isFinite(truth.azimuth_deg)) {
        if (Number.isFinite(truth.distance_m)) this.drawCircle(context, truth.distance_m, palette.truth);
        return;
      }
      context.beginPath();
      context.moveTo(this.cx, this.cy);
      context.lineTo(...this.at(truth.azimuth_deg, DISC * this.radius));
      context.strokeStyle = palette.truth;
      context.lineWidth = 2.5;
      context.stroke();
    }

    drawSector(context, [from, to]) {
      context.beginPath();
      context.moveTo(this.cx, this.cy);
      context.arc(this.cx, this.cy, DISC * this.radius, (from - 90) * RAD, (from - 90 + turned(to - from)) * RAD);
      context.closePath();
      context.globalAlpha = 0.16;
      context.fillStyle = this.palette.you;
      context.fill();
      context.globalAlpha = 1;
      context.setLineDash([6, 5]);
      context.strokeStyle = this.palette.you;
      context.lineWidth = 2;
      context.stroke();
      context.setLineDash([]);
    }

    drawCircle(context, metres, colour) {
      this.ring(context, this.radiusOf(metres));
      context.setLineDash([6, 5]);
      context.strokeStyle = colour;
      context.lineWidth = 2.5;
      context.stroke();
      context.setLineDash([]);
    }

    /* t: seconds; shown: which sources; headDeg: how far the listener's head is turned to the right; seen: {azimuth,
     * distance} where the target truly is now, or null. */
    draw(t, shown, headDeg, seen) {
      if (!this.size || !this.still) return;
      const { context, width, height } = this.size;
      context.clearRect(0, 0, width, height);
      context.drawImage(this.still, 0, 0, width, height);
      this.drawPower(context, this.peaks && this.peaks.at(t));
      SOURCES.forEach((source) => { if (shown[source]) this.drawTrail(context, source, t); });
      if (seen) stamp(context, 'target', ...this.at(seen.azimuth, this.radiusOf(seen.distance)), 18, this.palette);
      this.drawMarks(context);
      stamp(context, 'wearer', this.cx, this.cy, 24, this.palette, 0);
      this.drawHead(context, headDeg);
    }

    drawPower(context, powers) {
      if (!powers) return;
      const inner = CROWN * this.radius, tall = this.radius - inner, { palette } = this;
      context.beginPath();
      for (let i = 0; i < powers.length; i++) context.lineTo(...this.at(this.peaks.azimuth(i), inner + tall * powers[i] / 255));
      context.closePath();
      context.arc(this.cx, this.cy, inner, 0, 2 * Math.PI, true);
      context.fillStyle = palette.power;
      context.fill('evenodd');
    }

    drawTrail(context, source, t) {
      for (const track of this.value.tracks) {
        if (track.source !== source) continue;
        const last = indexAt(track.times_s, t), first = indexAt(track.times_s, t - TRAIL_S) + 1;
        for (let i = first; i <= last; i++) {
          const age = (t - track.times_s[i]) / TRAIL_S;
          context.globalAlpha = Math.max(0.12, 1 - age);
          stamp(context, source, ...this.at(track.azimuths_deg[i], this.radiusOf(track.distances_m && track.distances_m[i])), i === last ? 18 : 12, this.palette);
        }
      }
      context.globalAlpha = 1;
    }

    drawMarks(context) {
      if (!this.isEgo) return;
      const { own, truth } = this.value;
      const middle = own && own.sector ? own.sector[0] + turned(own.sector[1] - own.sector[0]) / 2 : own && own.azimuth_deg;
      if (Number.isFinite(middle)) stamp(context, 'you', ...this.at(middle, own.sector ? 0.5 * DISC * this.radius : this.radiusOf(own.distance_m)), 24, this.palette);
      if (truth && Number.isFinite(truth.azimuth_deg)) stamp(context, 'truth', ...this.at(truth.azimuth_deg, this.radiusOf(truth.distance_m)), 24, this.palette);
    }

    /* The listener's own nose, on the rim of the disc: it turns with the head. */
    drawHead(context, headDeg) {
      if (!headDeg) return;
      context.beginPath();
      context.moveTo(...this.at(headDeg, 18));
      context.lineTo(...this.at(headDeg, DISC * this.radius));
      context.strokeStyle = this.palette.ink;
      context.lineWidth = 2;
      context.setLineDash([2, 4]);
      context.stroke();
      context.setLineDash([]);
      stamp(context, 'wearer', ...this.at(headDeg, CROWN * this.radius), 18, { ...this.palette, wearer: this.palette.accent }, headDeg * RAD);
    }
  }

  window.SoundmarkPolar = Polar;
})();
