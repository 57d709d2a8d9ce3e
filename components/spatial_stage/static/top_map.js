/* The scene from above, in metres, told after the answer: new SoundmarkTopMap(canvas).
 *
 * Still: the wearer's path, objects, what each track put where, the truth and one's own answer, a scale bar. Moving: the
 * wearer with the field of view, and the target, true and as the pipeline has it, where its path is known.
 */
(function () {
  'use strict';
  if (window.SoundmarkTopMap) return;
  const { RAD, isPoint, indexAt, pointAt, poseAt, meanPose, azimuthOf, ahead, distanceOf, turned, nice } = window.SoundmarkSeries;
  const { SOURCES, stamp, fit, backdrop, write } = window.SoundmarkShapes;
  const { boxOf } = window.SoundmarkLabels;
  const HEADING_PX = 44, STILL_PX = 24, MOVING_PX = 26, SCALE_PX = 34, PLACED_PX = 22, LINE_POINTS = 60;
  const MARGIN = 34, SMALLEST_M = 2, NEAR_M = 4, NOW_S = 1;

  /* From where the answer is measured: the server's own pose, or the reference that faces an object, or the wearer in the span. */
  function originOf(value) {
    const { map, span } = value, reference = map.objects.find((one) => one.role === 'reference'), facing = map.objects.find((one) => one.role === 'facing');
    if (map.origin) return map.origin;
    if (reference && facing) return { xy: reference.xy, forward: [facing.xy[0] - reference.xy[0], facing.xy[1] - reference.xy[1]] };
    return meanPose(map.wearer, span ? span.start_s : 0, span ? span.end_s : Infinity);
  }

  /* Points of a straight line, close enough to one another that no name comes between. */
  const alongLine = (from, to) => Array.from({ length: LINE_POINTS }, (_, i) => [0, 1].map((k) => from[k] + (i / (LINE_POINTS - 1)) * (to[k] - from[k])));

  class TopMap {
    constructor(canvas) {
      this.canvas = canvas;
      this.labels = new window.SoundmarkLabels();
    }

    set(value, shown, palette) {
      Object.assign(this, { value, map: value.map, shown, palette });
      this.origin = originOf(value);
      this.truth = this.truthOf(value);
      this.pin = this.ownPoint();
      this.resize();
    }

    /* The true point: at the true azimuth and distance, or else where the target is. */
    truthOf({ truth, map, span }) {
      if (!truth) return null;
      if (Number.isFinite(truth.azimuth_deg) && Number.isFinite(truth.distance_m)) return ahead(this.origin, truth.azimuth_deg, truth.distance_m);
      const target = map.objects.find((one) => one.role === 'target');
      const xy = target ? target.xy : map.target_path ? pointAt(map.target_path.times_s, map.target_path.xy, span ? (span.start_s + span.end_s) / 2 : 0) : null;
      if (!xy || !Number.isFinite(truth.azimuth_deg)) return xy;
      return ahead(this.origin, truth.azimuth_deg, distanceOf(this.origin.xy, xy));
    }

    /* Where the target is at a time, in the world; null when the map does not know. */
    targetAt(t) {
      const { target_path: path, objects } = this.map, target = objects.find((one) => one.role === 'target');
      return path && path.times_s.length ? pointAt(path.times_s, path.xy, t) : target ? target.xy : null;
    }

    /* Where the target truly is for the wearer at a time: {azimuth, distance}, or null. */
    seenAt(t) {
      const xy = this.targetAt(t), pose = poseAt(this.map.wearer, t);
      return xy && { azimuth: azimuthOf(pose, xy), distance: distanceOf(pose.xy, xy) };
    }

    /* Where the pin of one's own answer stands: at its point, or in the middle of its sector; null without a direction. */
    ownPoint() {
      const { own } = this.value, far = this.truth ? distanceOf(this.origin.xy, this.truth) : SMALLEST_M;
      if (own && own.sector) return ahead(this.origin, own.sector[0] + turned(own.sector[1] - own.sector[0]) / 2, 0.7 * far);
      if (own && Number.isFinite(own.azimuth_deg)) return ahead(this.origin, own.azimuth_deg, Number.isFinite(own.distance_m) ? own.distance_m : far);
      /* A distance without a direction: on the way to the truth. */
      if (own && Number.isFinite(own.distance_m)) return ahead(this.origin, this.truth ? azimuthOf(this.origin, this.truth) : 0, own.distance_m);
      return null;
    }

    /* Everything that is true is in view; of what was estimated, what lies within a few metres of it. */
    frame() {
      const { wearer, objects, target_path: path, estimated, by_pipeline: placed } = this.map;
      const points = [...wearer.xy, ...objects.map((one) => one.xy), ...(path ? path.xy : []), this.origin.xy, this.truth, this.pin].filter(isPoint);
      const box = [0, 1].map((k) => [Math.min(...points.map((p) => p[k])), Math.max(...points.map((p) => p[k]))]);
      const near = [...estimated, ...(placed ? [placed] : [])].flatMap((track) => track.xy).filter((p) => isPoint(p) && [0, 1].every((k) => p[k] > box[k][0] - NEAR_M && p[k] < box[k][1] + NEAR_M));
      return [0, 1].map((k) => near.reduce(([low, high], p) => [Math.min(low, p[k]), Math.max(high, p[k])], box[k]));
    }

    resize() {
      this.size = fit(this.canvas);
      if (!this.size || !this.map) return;
      const { width, height } = this.size, box = this.frame(), wide = box.map(([low, high]) => Math.max(SMALLEST_M, high - low));
      this.scale = Math.min((width - 2 * MARGIN) / wide[0], (height - 2 * MARGIN - 16) / wide[1]);
      this.middle = box.map(([low, high]) => (low + high) / 2);
      const { copy, context } = backdrop(this.canvas);
      this.drawStill(context);
      this.still = copy;
      this.placeLabels(context);
    }

    at([x, y]) { return [this.size.width / 2 + (x - this.middle[0]) * this.scale, this.size.height / 2 - 8 - (y - this.middle[1]) * this.scale]; }

    trace(context, points) {
      context.beginPath();
      points.forEach((point) => context.lineTo(...this.at(point)));
    }

    drawStill(context) {
      const { map, palette } = this;
      this.drawGrid(context);
      this.trace(context, map.wearer.xy);
      Object.assign(context, { strokeStyle: palette.wearer, lineWidth: 2, lineJoin: 'round', globalAlpha: 0.55 });
      context.stroke();
      context.globalAlpha = 1;
      if (map.target_path) this.drawTargetPath(context);
      this.drawOwn(context);
      this.drawEstimated(context);
      if (map.by_pipeline) this.drawPlaced(context, map.by_pipeline);
      this.drawTruth(context);
      map.objects.forEach((one) => stamp(context, one.role, ...this.at(one.xy), 22, palette));
    }

    drawTargetPath(context) {
      this.trace(context, this.map.target_path.xy);
      Object.assign(context, { strokeStyle: this.palette.target, lineWidth: 2 });
      context.setLineDash([1, 5]);
      context.lineCap = 'round';
      context.stroke();
      context.setLineDash([]);
    }

    drawGrid(context) {
      const { width, height } = this.size, { palette } = this, step = nice(90 / this.scale);
      context.fillStyle = palette.land;
      context.fillRect(0, 0, width, height);
      context.fillStyle = palette.border;
      context.globalAlpha = 0.45;
      const [x0, y0] = this.at([0, 0]), px = step * this.scale;
      for (let x = x0 % px; x < width; x += px) context.fillRect(x, 0, 1, height);
      for (let y = y0 % px; y < height; y += px) context.fillRect(0, y, width, 1);
      context.globalAlpha = 1;
      const left = 14, y = height - 14;
      context.fillStyle = palette.ink;
      context.fillRect(left, y - 1, px, 2);
      [left, left + px - 2].forEach((x) => context.fillRect(x, y - 5, 2, 10));
      write(context, `${step} m`, left + px + 8, y, palette);
    }

    drawEstimated(context) {
      SOURCES.filter((source) => this.shown[source]).forEach((source) => this.map.estimated.filter((track) => track.source === source).forEach((track) =>
        track.xy.forEach((point) => { if (isPoint(point)) stamp(context, source, ...this.at(point), source === 'audio' ? 9 : 13, this.palette); })));
    }

    /* Where the pipeline puts the target: its path as a thin line, along which its ring moves; of one place the ring stands still. */
    drawPlaced(context, { xy }) {
      this.trace(context, xy);
      Object.assign(context, { strokeStyle: this.palette.pipeline, lineWidth: 1.5, globalAlpha: 0.7 });
      context.stroke();
      context.globalAlpha = 1;
      if (xy.length === 1) stamp(context, 'pipeline', ...this.at(xy[0]), PLACED_PX, this.palette);
    }

    drawOwn(context) {
      const { own } = this.value, { palette, origin, pin } = this;
      if (!pin) return;
      Object.assign(context, { strokeStyle: palette.you, fillStyle: palette.you, lineWidth: 2 });
      context.setLineDash([6, 5]);
      if (own.sector) this.outlineSector(context, own.sector);
      else if (Number.isFinite(own.azimuth_deg)) this.trace(context, [origin.xy, pin]);
      else {
        context.beginPath();
        context.arc(...this.at(origin.xy), own.distance_m * this.scale, 0, 2 * Math.PI);
      }
      context.stroke();
      context.setLineDash([]);
    }

    /* How far one's own sector is drawn. */
    sectorM() { return Math.max(60 / this.scale, this.truth ? 1.15 * distanceOf(this.origin.xy, this.truth) : SMALLEST_M); }

    outlineSector(context, [from, to]) {
      const radius = this.sectorM() * this.scale;
      const heading = -Math.atan2(this.origin.forward[1], this.origin.forward[0]);
      context.beginPath();
      context.moveTo(...this.at(this.origin.xy));
      context.arc(...this.at(this.origin.xy), radius, heading + from * RAD, heading + (from + turned(to - from)) * RAD);
      context.closePath();
      context.globalAlpha = 0.14;
      context.fill();
      context.globalAlpha = 1;
    }

    headingTip() {
      const [x, y] = this.at(this.origin.xy), [fx, fy] = this.origin.forward, long = Math.hypot(fx, fy) || 1;
      return [x + HEADING_PX * fx / long, y - HEADING_PX * fy / long];
    }

    /* From the origin to the truth, and where the origin looks. */
    drawTruth(context) {
      const { palette, origin } = this, [x, y] = this.at(origin.xy), [fx, fy] = origin.forward, tip = this.headingTip();
      Object.assign(context, { strokeStyle: palette.ink, lineWidth: 2 });
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(...tip);
      context.stroke();
      stamp(context, 'wearer', ...tip, 13, { ...palette, wearer: palette.ink }, Math.atan2(fx, fy));
      if (!this.truth) return;
      this.trace(context, [origin.xy, this.truth]);
      Object.assign(context, { strokeStyle: palette.truth, lineWidth: 2.5 });
      context.stroke();
    }

    /* Names keep clear of the marks that stand still, and rather of lines and of what was estimated. */
    placeLabels(context) {
      const { map, origin, truth, pin } = this, { width, height } = this.size, { own } = this.value;
      const marks = [...map.objects.map((one) => one.xy), truth, pin, origin.xy].filter(isPoint).map((point) => this.at(point));
      const ends = [truth, ...(own && own.sector ? own.sector.map((azimuth) => ahead(origin, azimuth, this.sectorM())) : [pin])].filter(isPoint);
      const lines = [...ends.flatMap((end) => alongLine(origin.xy, end)), ...map.wearer.xy, ...(map.target_path ? map.target_path.xy : []), ...map.estimated.flatMap((track) => track.xy)].filter(isPoint);
      this.labels.set(context, this.size, map.objects.map((one) => ({ text: one.label, at: this.at(one.xy) })), marks,
        [[0, height - SCALE_PX, width / 2, SCALE_PX], boxOf(this.headingTip(), 14), ...marks.map((point) => boxOf(point, STILL_PX))], lines.map((point) => this.at(point)));
    }

    draw(t) {
      if (!this.size || !this.still) return;
      const { context, width, height } = this.size, { palette, map } = this, pose = poseAt(map.wearer, t), moving = [boxOf(this.at(pose.xy), MOVING_PX)];
      context.drawImage(this.still, 0, 0, width, height);
      this.drawView(context, pose);
      if (map.target_path) {
        moving.push(boxOf(this.at(this.targetAt(t)), MOVING_PX));
        stamp(context, 'target', ...this.at(this.targetAt(t)), 18, palette);
      }
      this.drawNow(context, t);
      if (map.by_pipeline && map.by_pipeline.xy.length > 1) stamp(context, 'pipeline', ...this.at(pointAt(map.by_pipeline.times_s, map.by_pipeline.xy, t)), PLACED_PX, palette);
      stamp(context, 'wearer', ...this.at(pose.xy), 24, palette, Math.atan2(pose.forward[0], pose.forward[1]));
      if (this.pin) stamp(context, 'you', ...this.at(this.pin), 24, palette);
      if (this.truth) stamp(context, 'truth', ...this.at(this.truth), 26, palette);
      this.labels.draw(context, moving, palette);
    }

    drawView(context, pose) {
      const wide = this.value.field_of_view_deg;
      if (!wide) return;
      const heading = -Math.atan2(pose.forward[1], pose.forward[0]), half = wide / 2 * RAD;
      context.beginPath();
      context.moveTo(...this.at(pose.xy));
      context.arc(...this.at(pose.xy), Math.min(this.size.width, this.size.height) * 0.3, heading - half, heading + half);
      context.closePath();
      context.globalAlpha = 0.13;
      context.fillStyle = this.palette.accent;
      context.fill();
      context.globalAlpha = 0.6;
      context.strokeStyle = this.palette.accent;
      context.lineWidth = 1;
      context.stroke();
      context.globalAlpha = 1;
    }

    /* What each track says just now, larger than the rest of it. */
    drawNow(context, t) {
      for (const track of this.map.estimated) {
        const i = indexAt(track.times_s, t);
        if (this.shown[track.source] && i >= 0 && t - track.times_s[i] < NOW_S && isPoint(track.xy[i])) stamp(context, track.source, ...this.at(track.xy[i]), 20, this.palette);
      }
    }
  }

  window.SoundmarkTopMap = TopMap;
})();
