/* A dial of sectors round somebody who looks up the page: SoundmarkDial.draw(options, {...}) -> SVG.
 *
 * options: [{text, from_deg, to_deg}]; a sector runs clockwise from from_deg to to_deg; azimuth 0 is up, + right.
 */
(function () {
  'use strict';
  if (window.SoundmarkDial) return;
  const { svg, MARKS } = window.SoundmarkDom;
  const RAD = Math.PI / 180, SIDE = 280, MIDDLE = SIDE / 2, RADIUS = 120, LONGEST_TEXT = 13;

  const turn = (degrees) => ((degrees % 360) + 360) % 360;
  const width = (sector) => turn(sector.to_deg - sector.from_deg) || 360;
  const isInside = (sector, degrees) => turn(degrees - sector.from_deg) <= width(sector);
  /* How far a direction is from a sector: 0 inside. */
  function outside(sector, degrees) {
    if (isInside(sector, degrees)) return 0;
    return Math.min(turn(sector.from_deg - degrees), turn(degrees - sector.to_deg));
  }
  const at = (degrees, radius) => [MIDDLE + radius * Math.sin(degrees * RAD), MIDDLE - radius * Math.cos(degrees * RAD)];

  function wedge(sector) {
    const [x0, y0] = at(sector.from_deg, RADIUS), [x1, y1] = at(sector.from_deg + Math.min(width(sector), 359.9), RADIUS);
    return `M${MIDDLE} ${MIDDLE}L${x0} ${y0}A${RADIUS} ${RADIUS} 0 ${width(sector) > 180 ? 1 : 0} 1 ${x1} ${y1}Z`;
  }

  function words(x, y, text, className) {
    const node = svg('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'middle', class: className });
    node.textContent = text;
    return node;
  }

  function stamp(kind, degrees, radius, size) {
    const [x, y] = at(degrees, radius);
    return svg('path', { d: MARKS[kind].path, class: `sm-dial-mark sm-${kind}`, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})` });
  }

  function sector(option, position, { chosen, right, onPick }) {
    const state = `${position === right ? ' sm-is-right' : ''}${position === chosen ? ' sm-is-own' : ''}`;
    const group = svg('g', { class: `sm-dial-sector${state}` }, svg('path', { d: wedge(option) }));
    if (onPick) group.addEventListener('click', (event) => onPick(position, event));
    return group;
  }

  /* In the order in which they are drawn: the edges of the chosen and the right one lie above those of the others. */
  function sectors(options, state) {
    const rank = (position) => (position === state.right ? 2 : position === state.chosen ? 1 : 0);
    return options.map((option, position) => [rank(position), sector(option, position, state)]).sort(([one], [other]) => one - other).map(([, node]) => node);
  }

  /* What a sector is called, above all lines. */
  function name(option, position) {
    const [x, y] = at(option.from_deg + width(option) / 2, RADIUS * 0.6), isShort = option.text.length <= LONGEST_TEXT;
    const letter = words(x, y - (isShort ? 9 : 0), String.fromCharCode(65 + position), 'sm-dial-letter');
    return isShort ? [letter, words(x, y + 11, option.text, 'sm-dial-text')] : [letter];
  }

  /* state: {front: text, chosen, right: positions or null, trueDeg: degrees or null, onPick(position, event) or null}. */
  function draw(options, state) {
    const node = svg('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, class: `sm-dial${state.onPick ? ' sm-dial-open' : ''}`, 'aria-hidden': 'true' },
      svg('g', {}, ...sectors(options, state)),
      svg('path', { d: `M${MIDDLE} ${MIDDLE}V26`, class: 'sm-dial-forward' }),
      svg('path', { d: `M${MIDDLE} 16l7 15h-14z`, class: 'sm-dial-tip' }),
      svg('circle', { cx: MIDDLE, cy: MIDDLE, r: 11, class: 'sm-dial-person' }),
      words(MIDDLE, 8, state.front, 'sm-dial-front'));
    if (Number.isFinite(state.chosen) && options[state.chosen]) node.append(stamp('you', options[state.chosen].from_deg + width(options[state.chosen]) / 2, RADIUS, 26));
    if (Number.isFinite(state.trueDeg)) {
      const [x, y] = at(state.trueDeg, RADIUS);
      node.append(svg('path', { d: `M${MIDDLE} ${MIDDLE}L${x} ${y}`, class: 'sm-dial-truth' }), stamp('truth', state.trueDeg, RADIUS, 26));
    }
    node.append(...options.flatMap(name));
    return node;
  }

  window.SoundmarkDial = { draw, outside };
})();
