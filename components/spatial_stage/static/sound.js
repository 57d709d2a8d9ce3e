/* Playback in space: new SoundmarkSpatialSound(audio), of one audio element.
 *
 * 'stereo' passes the element's two channels on; 'binaural' pans its one channel with head-related transfer functions
 * (WebAudio's PannerNode). The recording already holds how level falls with distance, so the panner gets a direction only.
 */
(function () {
  'use strict';
  if (window.SoundmarkSpatialSound) return;
  const RAD = Math.PI / 180, FADE_S = 0.02;

  /* WebAudio's listener faces -z with +x to the right. */
  function place(panner, azimuthDeg) {
    panner.positionX.value = Math.sin(azimuthDeg * RAD);
    panner.positionY.value = 0;
    panner.positionZ.value = -Math.cos(azimuthDeg * RAD);
  }

  const createPanner = (context) => new PannerNode(context, { panningModel: 'HRTF', distanceModel: 'inverse', refDistance: 1, rolloffFactor: 0 });

  class SpatialSound {
    constructor(audio) {
      this.audio = audio;
      this.isBinaural = false;
      this.context = null;
    }

    static get isPossible() { return typeof AudioContext === 'function'; }

    /* To be called in a click, which browsers want; early, because the transfer functions take a second to load. */
    start() {
      if (!this.context && SpatialSound.isPossible) this.build();
      if (this.context && this.context.state === 'suspended') this.context.resume();
    }

    build() {
      this.context = new AudioContext();
      const source = this.context.createMediaElementSource(this.audio);
      this.panner = createPanner(this.context);
      this.plain = this.context.createGain();
      this.panned = this.context.createGain();
      source.connect(this.plain).connect(this.context.destination);
      source.connect(this.panner).connect(this.panned).connect(this.context.destination);
      this.panned.gain.value = 0;
      this.route(this.isBinaural);
    }

    route(isBinaural) {
      this.isBinaural = isBinaural;
      if (!this.context) return;
      const now = this.context.currentTime;
      this.plain.gain.setTargetAtTime(isBinaural ? 0 : 1, now, FADE_S);
      this.panned.gain.setTargetAtTime(isBinaural ? 1 : 0, now, FADE_S);
    }

    /* From where it sounds, relative to the listener's head. */
    turn(azimuthDeg) { if (this.context) place(this.panner, azimuthDeg); }

    destroy() { if (this.context) this.context.close(); }
  }

  window.SoundmarkSpatialSound = Object.assign(SpatialSound, { place, createPanner });
})();
