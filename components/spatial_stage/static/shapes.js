/* What the canvases of the spatial stage share: marks, colours, sizes, labels.
 *
 * The marks of tracks and objects are those of the benchmark's paper: star, plus and cross for the three tracks, square,
 * triangle and circle for the objects; a ring is where the pipeline puts the target. You and the truth look as everywhere in the product.
 */
(function () {
  'use strict';
  if (window.SoundmarkShapes) return;
  const { svg, MARKS } = window.SoundmarkDom;

  const PATHS = {
    sd: 'M10 .8l2.8 6.1 6.6.8-4.9 4.6 1.3 6.6L10 15.6l-5.8 3.3 1.3-6.6L.6 7.7l6.6-.8z',
    seg: 'M7.6 1.5h4.8v6.1h6.1v4.8h-6.1v6.1H7.6v-6.1H1.5V7.6h6.1z',
    audio: 'M4.6 1.6L10 7l5.4-5.4 3 3L13 10l5.4 5.4-3 3L10 13l-5.4 5.4-3-3L7 10 1.6 4.6z',
    reference: 'M3 3h14v14H3z',
    facing: 'M10 2l8.5 15.5h-17z',
    target: 'M10 2a8 8 0 1 0 .01 0z',
    other: 'M6 2.5h8l4 7.5-4 7.5H6L2 10z',
    path: 'M2 8.5h3.4v3H2zM8.3 8.5h3.4v3H8.3zM14.6 8.5H18v3h-3.4z',
    pipeline: 'M10 1.2a8.8 8.8 0 1 0 .01 0zM10 4.6a5.4 5.4 0 1 1-.01 0z',
    wearer: 'M10 1l7 17-7-4-7 4z',
    you: MARKS.you.path,
    truth: MARKS.truth.path,
  };
  const SOURCES = ['sd', 'seg', 'audio'];
  const FONT = '13px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
  const LONGEST_LABEL = 26, SMALL = 8;
  const paths = {};

  /* A mark for the page's text, with the same shape and colour as on the canvas. */
  function shape(name, size) {
    return svg('svg', { width: size, height: size, viewBox: '0 0 20 20', class: `sm-shape sm-shape-${name}`, 'aria-hidden': 'true' },
      svg('path', { d: PATHS[name] }));
  }

  /* Draws a mark round (x, y), turned clockwise by so many radians, with an edge that parts it from what lies below. */
  function stamp(context, name, x, y, size, palette, turn) {
    paths[name] = paths[name] || new Path2D(PATHS[name]);
    context.save();
    context.translate(x, y);
    context.rotate(turn || 0);
    context.scale(size / 20, size / 20);
    context.translate(-10, -10);
    if (size > SMALL) {
      context.lineJoin = 'round';
      context.lineWidth = 3.2 * 20 / Math.max(size, 12);
      context.strokeStyle = palette.card;
      context.stroke(paths[name]);
    }
    context.fillStyle = palette[name];
    context.fill(paths[name]);
    context.restore();
  }

  const NAMES = ['ink', 'ink-soft', 'border', 'card', 'track', 'accent', 'wave', 'sea', 'land', 'you', 'truth', 'sd', 'seg', 'audio',
    'reference', 'facing', 'target', 'other', 'wearer', 'pipeline', 'power'];
  /* The colours of the theme that the page now has. */
  function palette(root) {
    const style = getComputedStyle(root);
    return Object.fromEntries(NAMES.map((name) => [name.replace('-s', 'S'), style.getPropertyValue(`--sm-${name}`).trim()]));
  }

  /* A canvas as large as its box, in CSS pixels; {context, width, height}, or null while it is hidden. */
  function fit(canvas) {
    const ratio = Math.min(2, window.devicePixelRatio || 1), width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return null;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    return { context, width, height };
  }

  /* A second canvas that holds what does not change with time, so that a frame of the film copies it. */
  function backdrop(canvas) {
    const copy = document.createElement('canvas');
    copy.width = canvas.width;
    copy.height = canvas.height;
    const context = copy.getContext('2d');
    context.setTransform(canvas.width / canvas.clientWidth, 0, 0, canvas.height / canvas.clientHeight, 0, 0);
    return { copy, context };
  }

  const short = (text) => (String(text).length > LONGEST_LABEL ? `${String(text).slice(0, LONGEST_LABEL - 1)}\u2026` : String(text));

  /* Text with a halo, readable on anything. */
  function write(context, text, x, y, palette, colour, align) {
    context.font = FONT;
    context.textAlign = align || 'left';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = palette.card;
    context.strokeText(text, x, y);
    context.fillStyle = colour || palette.ink;
    context.fillText(text, x, y);
  }

  window.SoundmarkShapes = { SOURCES, FONT, shape, stamp, palette, fit, backdrop, short, write };
})();
