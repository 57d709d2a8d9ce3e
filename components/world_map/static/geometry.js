/* Geometry on the globe for the map: longitudes, great circles, circles. Degrees; points are {lat, lon}. */
(function () {
  'use strict';
  if (window.SoundmarkGlobe) return;
  const EARTH_KM = 6371.0088, RAD = Math.PI / 180;

  const wrapLon = (lon) => { const x = ((lon + 180) % 360 + 360) % 360 - 180; return x === -180 ? 180 : x; };
  const clampLat = (lat) => Math.max(-90, Math.min(90, lat));
  /* The world copy of lon that is nearest to a reference longitude. */
  const near = (lon, reference) => lon + 360 * Math.round((reference - lon) / 360);

  function vector(point) {
    const lat = point.lat * RAD, lon = point.lon * RAD;
    return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
  }

  /* The great circle from a to b as [lat, lon] pairs. Longitudes run on, so the line never jumps by 360. */
  function arc(a, b, steps) {
    const A = vector(a), B = vector(b);
    const angle = Math.acos(Math.max(-1, Math.min(1, A[0] * B[0] + A[1] * B[1] + A[2] * B[2])));
    if (angle < 1e-9 || Math.PI - angle < 1e-6) return [[a.lat, a.lon], [b.lat, near(b.lon, a.lon)]]; // one point, or antipodes
    const line = [];
    let previous = a.lon;
    for (let i = 0; i <= steps; i++) {
      const t = i / steps, p = Math.sin((1 - t) * angle) / Math.sin(angle), q = Math.sin(t * angle) / Math.sin(angle);
      const [x, y, z] = [0, 1, 2].map((k) => p * A[k] + q * B[k]);
      previous = near(Math.atan2(y, x) / RAD, previous);
      line.push([Math.atan2(z, Math.hypot(x, y)) / RAD, previous]);
    }
    return line;
  }

  /* The rim of a circle on the globe as [lat, lon] pairs; round a pole it is closed along the map's edge. */
  function rim(centre, radiusKm, steps) {
    const d = radiusKm / EARTH_KM, lat = centre.lat * RAD, line = [];
    let previous = centre.lon;
    for (let i = 0; i <= steps; i++) {
      const bearing = 2 * Math.PI * i / steps;
      const sine = Math.sin(lat) * Math.cos(d) + Math.cos(lat) * Math.sin(d) * Math.cos(bearing);
      const turn = Math.atan2(Math.sin(bearing) * Math.sin(d) * Math.cos(lat), Math.cos(d) - Math.sin(lat) * sine);
      previous = near(centre.lon + turn / RAD, previous);
      line.push([Math.asin(Math.max(-1, Math.min(1, sine))) / RAD, previous]);
    }
    if (Math.abs(previous - line[0][1]) > 180) {
      const pole = centre.lat > 0 ? 89.9 : -89.9;
      line.push([pole, previous], [pole, line[0][1]]);
    }
    return line;
  }

  function label(point) {
    const lat = `${Math.abs(point.lat).toFixed(2)}\u00b0 ${point.lat >= 0 ? 'N' : 'S'}`;
    return `${lat}, ${Math.abs(point.lon).toFixed(2)}\u00b0 ${point.lon >= 0 ? 'E' : 'W'}`;
  }

  window.SoundmarkGlobe = { wrapLon, clampLat, near, arc, rim, label };
})();
