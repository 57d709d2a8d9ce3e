/* What is drawn on the map: pins, the truth, other answers, lines, and the legend of what is there. */
(function () {
  'use strict';
  if (window.SoundmarkMapMarks) return;
  const { el, svg, mark, distance, MARKS } = window.SoundmarkDom;
  const { near, arc, rim } = window.SoundmarkGlobe;
  const ARC_STEPS = 96, CIRCLE_STEPS = 96;
  const KM_AT = [0.7, 0.5, 0.85]; // of the way from the truth, whose name stands over its pin, to the guess
  const { say, note, name } = window.SoundmarkText;

  function icon(node, size, anchor, className) {
    return L.divIcon({ className: `sm-icon ${className || ''}`, iconSize: size, iconAnchor: anchor, html: node });
  }

  function pinIcon(kind, sign) {
    const text = svg('text', { x: 15, y: 20, 'text-anchor': 'middle' });
    text.textContent = sign;
    const shape = svg('path', { d: 'M15 40C6 27 2 21 2 14a13 13 0 0 1 26 0c0 7-4 13-13 26z' });
    return icon(svg('svg', { width: 30, height: 42, viewBox: '0 0 30 42', class: `sm-pin sm-${kind}`, 'aria-hidden': 'true' }, shape, text),
      [30, 42], [15, 40], 'sm-icon-pin');
  }
  const dotIcon = (kind) => icon(mark(kind, 18), [18, 18], [9, 9], 'sm-icon-dot');

  /* Text becomes a text node: a name can never become HTML. */
  function tip(layer, text, permanent) {
    return layer.bindTooltip(el('span', {}, text), { permanent: !!permanent, direction: 'top', offset: permanent ? [0, -36] : [0, -8] });
  }

  function pin(latlng, kind, sign, options) {
    return L.marker(latlng, Object.assign({ icon: pinIcon(kind, sign), keyboard: false }, options));
  }

  function line(points, group) {
    const under = { weight: 6, opacity: 0.85, className: 'sm-line-under', interactive: false };
    L.polyline(points, under).addTo(group);
    return L.polyline(points, { weight: 2.5, dashArray: '2 7', lineCap: 'round', className: 'sm-line', interactive: false }).addTo(group);
  }

  /* One answered question: truth, line, distance, and where the answer's pin now stands.
   * Returns {bounds, guessLon, measured: {label, path, name} where the distance is written on the line}. */
  function trip(group, truth, guess, km, options) {
    const lon = guess ? near(truth.lon, guess.lon) : truth.lon;
    const bounds = L.latLngBounds([[truth.lat, lon]]);
    const there = tip(pin([truth.lat, lon], 'truth', options.sign, { zIndexOffset: 500 }), truth.label || say('map_truth'), options.named).addTo(group);
    if (!guess) return { bounds, guessLon: null };
    const path = arc({ lat: truth.lat, lon }, guess, ARC_STEPS), end = path[path.length - 1];
    line(path, group);
    path.forEach((point) => bounds.extend(point));
    if (!options.measured) return { bounds, guessLon: end[1] };
    const written = L.tooltip({ permanent: true, direction: 'center', className: 'sm-km' })
      .setLatLng(path[Math.floor(path.length * KM_AT[0])]).setContent(el('b', {}, distance(km))).addTo(group);
    return { bounds, guessLon: end[1], measured: { label: written, path, name: there.getTooltip() } };
  }

  /* Once the map shows the whole trip: the distance moves along the line until it covers neither the name of the place nor
   * the pin, and goes where there is no such spot; the card below the map has it too. */
  function makeWay({ label, path, name }, guessPin) {
    const boxes = [name.getElement(), guessPin.getElement()].filter(Boolean).map((one) => one.getBoundingClientRect());
    const covers = () => {
      const own = label.getElement().getBoundingClientRect();
      return boxes.some((box) => own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom);
    };
    for (const share of KM_AT) {
      label.setLatLng(path[Math.floor(path.length * share)]);
      if (!covers()) return;
    }
    label.remove();
  }

  function others(group, list, aroundLon) {
    list.forEach((other) => {
      if (!MARKS[other.kind]) return;
      const marker = L.marker([other.lat, near(other.lon, aroundLon)], { icon: dotIcon(other.kind), keyboard: false, riseOnHover: true });
      tip(marker, `${note(other.label)} \u00b7 ${distance(other.km)}`).addTo(group);
    });
  }

  /* A, and once that is told also whose answer it is. */
  const pinName = (one) => (one.name ? `${one.sign}: ${one.kind === 'baseline' ? name(one.name) : one.name}` : one.sign);

  /* Pins of answers, each with a line to the truth where that is told. Returns the bounds of all. */
  function answers(group, list, truth, aroundLon) {
    const whole = L.latLngBounds([]);
    if (truth) whole.extend(trip(group, truth, null, null, { sign: '\u2713', named: true }).bounds);
    list.forEach((one) => {
      const lon = near(one.lon, aroundLon);
      const path = truth ? arc({ lat: truth.lat, lon: aroundLon }, { lat: one.lat, lon }, ARC_STEPS) : [];
      if (truth) line(path, group);
      path.forEach((point) => whole.extend(point));
      const text = one.km == null ? pinName(one) : `${pinName(one)} \u00b7 ${distance(one.km)}`;
      tip(pin([one.lat, lon], one.kind || 'model', one.sign, { zIndexOffset: 600 }), text, false).addTo(group);
      whole.extend([one.lat, lon]);
    });
    return whole;
  }

  function circle(group, c) {
    const ring = rim(c, c.radius_km, CIRCLE_STEPS);
    [-360, 0, 360].forEach((shift) => {
      L.polygon(ring.map((p) => [p[0], p[1] + shift]), { className: 'sm-circle', weight: 2, interactive: false }).addTo(group);
    });
    return L.latLngBounds(ring);
  }

  function legend(box, kinds) {
    box.replaceChildren(...kinds.map((kind) => el('span', {}, mark(kind, 14), say(`map_${kind}`))));
    box.hidden = kinds.length === 0;
  }

  window.SoundmarkMapMarks = { pin, trip, makeWay, others, answers, pinName, circle, legend };
})();
