/* Values over time and directions, for the spatial stage. Seconds, metres, degrees.
 *
 * Azimuth: 0 in front, + to the right, within [-180, 180). World: x, y horizontal, counter-clockwise. A pose is
 * {xy: [x, y], forward: [x, y]}; forward need not have length 1.
 */
(function () {
  'use strict';
  if (window.SoundmarkSeries) return;
  const RAD = Math.PI / 180;

  const wrap = (degrees) => ((degrees + 180) % 360 + 360) % 360 - 180;
  const turned = (degrees) => ((degrees % 360) + 360) % 360;
  const isPoint = (xy) => Array.isArray(xy) && Number.isFinite(xy[0]) && Number.isFinite(xy[1]);

  /* The last index whose time is at most t; -1 before the first. */
  function indexAt(times, t) {
    let low = 0, high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /* Where t lies: [index before, index after, share of the way]. Before the first and after the last it stands still. */
  function between(times, t) {
    const i = indexAt(times, t);
    if (i < 0) return [0, 0, 0];
    if (i >= times.length - 1) return [times.length - 1, times.length - 1, 0];
    return [i, i + 1, (t - times[i]) / (times[i + 1] - times[i] || 1)];
  }

  /* A point of a path at a time, on the straight line between its neighbours. */
  function pointAt(times, points, t) {
    const [i, j, share] = between(times, t);
    return [0, 1].map((k) => points[i][k] + share * (points[j][k] - points[i][k]));
  }

  /* A direction of a track at a time, the short way round between its neighbours. Over a gap the nearest one holds. */
  function angleAt(times, degrees, t, longestGapS) {
    if (!times.length) return null;
    const [i, j, share] = between(times, t);
    if (times[j] - times[i] > longestGapS) return degrees[share < 0.5 ? i : j];
    return wrap(degrees[i] + share * wrap(degrees[j] - degrees[i]));
  }

  function poseAt(path, t) {
    return { xy: pointAt(path.times_s, path.xy, t), forward: pointAt(path.times_s, path.forward, t) };
  }

  /* The mean pose of a stretch of time, or the pose in its middle where it holds no point. */
  function meanPose(path, start, end) {
    const inside = path.times_s.map((_, i) => i).filter((i) => path.times_s[i] >= start && path.times_s[i] <= end);
    if (!inside.length) return poseAt(path, (start + end) / 2);
    const mean = (points) => [0, 1].map((k) => inside.reduce((sum, i) => sum + points[i][k], 0) / inside.length);
    return { xy: mean(path.xy), forward: mean(path.forward) };
  }

  /* The azimuth of a point of the world as seen from a pose. */
  function azimuthOf(pose, xy) {
    const [fx, fy] = pose.forward, dx = xy[0] - pose.xy[0], dy = xy[1] - pose.xy[1];
    return wrap(Math.atan2(dx * fy - dy * fx, dx * fx + dy * fy) / RAD);
  }

  /* The point of the world at an azimuth and a distance from a pose. */
  function ahead(pose, azimuth, distance) {
    const angle = Math.atan2(pose.forward[1], pose.forward[0]) - azimuth * RAD;
    return [pose.xy[0] + distance * Math.cos(angle), pose.xy[1] + distance * Math.sin(angle)];
  }

  const distanceOf = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);

  /* 1, 2 or 5 times a power of ten, the largest that is at most x. */
  function nice(x) {
    const ten = 10 ** Math.floor(Math.log10(x));
    return ten * (x / ten >= 5 ? 5 : x / ten >= 2 ? 2 : 1);
  }

  window.SoundmarkSeries = { RAD, wrap, turned, isPoint, indexAt, pointAt, angleAt, poseAt, meanPose, azimuthOf, ahead, distanceOf, nice };
})();
