/* Names beside marks that stand still, out of the way of everything that moves: new SoundmarkLabels().
 *
 * A name stays where it is as long as nothing comes there; else it goes to the next free place round its mark, the one
 * that covers least. Where none is free it is left out for as long: the legend names it too.
 */
(function () {
  'use strict';
  if (window.SoundmarkLabels) return;
  const { FONT, short, write } = window.SoundmarkShapes;
  const TALL = 18, EDGE = 3, SAME_PX = 16;

  const meet = (a, b) => a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
  const holds = (box, [x, y]) => x > box[0] && x < box[0] + box[2] && y > box[1] && y < box[1] + box[3];
  /* The box of a mark of a size round a point. */
  const boxOf = ([x, y], size) => [x - size / 2, y - size / 2, size, size];

  const squared = ([x, y], [a, b]) => (x - a) ** 2 + (y - b) ** 2;
  const middle = (box) => [box[0] + box[2] / 2, box[1] + box[3] / 2];
  /* Whether nobody takes a name in a box for that of another mark. */
  const isItsOwn = (box, at, marks) => marks.every((mark) => squared(mark, at) < SAME_PX ** 2 || squared(middle(box), at) < squared(middle(box), mark));

  /* Beside, above, below and at the corners; then the same a line and two lines farther away, for marks in a crowd. */
  function placesRound([x, y], wide) {
    const near = [[16, -9], [-16 - wide, -9], [-wide / 2, -32], [-wide / 2, 14], [14, -28], [-14 - wide, -28], [14, 12], [-14 - wide, 12]];
    const far = [[-wide / 2, -50], [-wide / 2, 32], [30, -46], [-30 - wide, -46], [30, 30], [-30 - wide, 30]];
    const farther = [[-wide / 2, -72], [-wide / 2, 54], [54, -64], [-54 - wide, -64], [54, 46], [-54 - wide, 46], [64, -9], [-64 - wide, -9]];
    return [...near, ...far, ...farther].map(([dx, dy]) => [x + dx, y + dy, wide, TALL]);
  }

  window.SoundmarkLabels = class Labels {
    constructor() { this.names = []; }

    /* names: [{text, at: [x, y]}]; marks: points; still: boxes that no name may cover; lines: points that it had better
     * not cover. */
    set(context, { width, height }, names, marks, still, lines) {
      context.font = FONT;
      const isInside = (box) => box[0] > EDGE && box[1] > EDGE && box[0] + box[2] < width - EDGE && box[1] + box[3] < height - EDGE;
      this.names = names.map(({ text, at }) => {
        const words = short(text), places = placesRound(at, context.measureText(words).width).filter((box) => isInside(box) && isItsOwn(box, at, marks) && !still.some((other) => meet(box, other)));
        const covered = new Map(places.map((box) => [box, lines.filter((point) => holds(box, point)).length]));
        return { words, places: places.sort((a, b) => covered.get(a) - covered.get(b)), box: null };
      });
    }

    /* Writes every name that has room; moving: boxes of the marks that are somewhere else at the next frame. */
    draw(context, moving, palette) {
      const taken = [...moving];
      for (const name of this.names) {
        const isFree = (box) => !taken.some((other) => meet(box, other));
        if (!name.box || !isFree(name.box)) name.box = name.places.find(isFree) || null;
        if (!name.box) continue;
        taken.push(name.box);
        write(context, name.words, name.box[0], name.box[1] + TALL / 2, palette);
      }
    }
  };
  window.SoundmarkLabels.boxOf = boxOf;
})();
