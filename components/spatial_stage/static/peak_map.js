/* The steered power over time and direction: SoundmarkPeakMap.load({src, segment_s}) -> Promise of a PeakMap.
 *
 * One greyscale image: rows are segments of time, columns are azimuths. An even number of columns runs from -180 up to,
 * but without, +180; an odd number has both ends.
 */
(function () {
  'use strict';
  if (window.SoundmarkPeakMap) return;

  class PeakMap {
    constructor(pixels, width, height, segmentS) {
      this.nAngles = width;
      this.nSegments = height;
      this.segmentS = segmentS;
      this.stepDeg = width % 2 ? 360 / (width - 1) : 360 / width;
      this.power = new Uint8Array(width * height);
      for (let i = 0; i < this.power.length; i++) this.power[i] = pixels[4 * i];
    }

    azimuth(column) { return -180 + column * this.stepDeg; }

    /* The powers of the segment that sounds at a time, 0..255, or null outside of the map. */
    at(t) {
      const row = Math.floor(t / this.segmentS);
      if (row < 0 || row >= this.nSegments) return null;
      return this.power.subarray(row * this.nAngles, (row + 1) * this.nAngles);
    }

    /* The whole map as a picture: time to the right, azimuth from -180 at the top; a CSS colour, denser where louder. */
    picture(colour) {
      const canvas = document.createElement('canvas');
      canvas.width = this.nSegments;
      canvas.height = this.nAngles;
      const context = canvas.getContext('2d');
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
      const image = context.createImageData(this.nSegments, this.nAngles);
      for (let row = 0; row < this.nSegments; row++) {
        for (let column = 0; column < this.nAngles; column++) {
          image.data.set([red, green, blue, this.power[row * this.nAngles + column]], 4 * (column * this.nSegments + row));
        }
      }
      context.putImageData(image, 0, 0);
      return canvas;
    }
  }

  async function load(source) {
    const image = new Image();
    image.src = source.src;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return new PeakMap(data, width, height, source.segment_s);
  }

  window.SoundmarkPeakMap = { load };
})();
