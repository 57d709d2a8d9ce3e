/* Small helpers shared by the widgets. Text from outside goes through textContent only. */
(function () {
  'use strict';
  if (window.SoundmarkDom) return;

  /* el('p.note', {title: 'x'}, 'text', child): an element with classes, attributes and children. */
  function el(spec, attributes, ...children) {
    const [tag, ...classes] = spec.split('.');
    const node = document.createElement(tag);
    if (classes.length) node.className = classes.join(' ');
    for (const [name, value] of Object.entries(attributes || {})) {
      if (value === true) node.setAttribute(name, '');
      else if (value !== false && value != null) node.setAttribute(name, String(value));
    }
    node.append(...children.filter((child) => child != null && child !== false).map((child) =>
      (child instanceof Node ? child : document.createTextNode(String(child)))));
    return node;
  }

  const SVG = 'http://www.w3.org/2000/svg';
  function svg(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, String(value));
    node.append(...children);
    return node;
  }

  const whole = (value) => Math.round(value).toLocaleString('en');
  /* Kilometres as a person says them: 12,340 km, 3.4 km, 250 m. */
  function distance(km) {
    if (km < 1) return `${Math.round(km * 1000)} m`;
    return km < 10 ? `${km.toFixed(1)} km` : `${whole(km)} km`;
  }
  const percent = (share) => `${Math.round(share * 100)} %`;
  const clock = (seconds) => {
    const total = Math.max(0, Math.floor(seconds + 0.5));
    return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
  };
  const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

  /* The marks of the product: one shape and colour for each kind of answer, the same everywhere. */
  const MARKS = {
    you: { name: 'You', path: 'M10 19C4 12 2 10 2 7a8 8 0 0 1 16 0c0 3-2 5-8 12z' },
    truth: { name: 'Truth', path: 'M2 10l4-3 3 4 6-9 3 2-9 14z' },
    human: { name: 'People', path: 'M10 3a7 7 0 1 0 .01 0z' },
    model: { name: 'Models', path: 'M10 1l8 9-8 9-8-9z' },
    baseline: { name: 'Baselines', path: 'M3 5l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z' },
  };
  function mark(kind, size) {
    return svg('svg', { width: size || 16, height: size || 16, viewBox: '0 0 20 20', class: `sm-mark sm-${kind}`, 'aria-hidden': 'true' },
      svg('path', { d: MARKS[kind].path }));
  }

  /* Draws a widget now and whenever Python sends a value; a value that is not an object is drawn as {}. */
  function drawn(props, watch, draw) {
    const now = () => draw(isObject(props.value) ? props.value : {});
    watch('value', now);
    now();
  }

  /* Gives the keyboard a place when the element that had it is gone or hidden. Waits until the page is drawn. */
  function focusIfLost(node) {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const now = document.activeElement;
      if (!now || now === document.body || now.offsetParent === null) node.focus({ preventScroll: true });
    }));
  }

  /* On a keyboard of another script the key that has 1 or A printed on it, too, counts as these. */
  const keyOf = (event) => (event.key.length === 1 && event.key > '~' ? event.code.replace(/^(Digit|Numpad|Key)/, '') : event.key);

  window.SoundmarkDom = { keyOf, el, svg, whole, distance, percent, clock, calm, isObject, mark, drawn, focusIfLost, MARKS };
})();
