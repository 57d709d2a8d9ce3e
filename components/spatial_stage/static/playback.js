/* The one clock of the stage: new SoundmarkPlayback(audio, video, {report, wake, say, ready}).
 *
 * Two copies of one sound: the two microphones, and the one channel that is panned. A switch goes on where the other was.
 */
(function () {
  'use strict';
  if (window.SoundmarkPlayback) return;
  const LAST_S = 0.05, SAME_S = 0.2;
  const PLAYS = 'soundmark-plays';
  const EVENTS = ['play', 'pause', 'ended', 'seeking', 'seeked', 'timeupdate', 'loadedmetadata', 'waiting', 'playing'];

  window.SoundmarkPlayback = class Playback {
    /* tell: report({listened_s, plays}), wake() when something may have moved, ready('1' | 'error' | null). */
    constructor(audio, video, tell) {
      Object.assign(this, { audio, tell, duration: 0, stopAt: null, resumeAt: null, isWaiting: false, hasFailed: false, src: null });
      this.sound = new window.SoundmarkSpatialSound(audio);
      this.follower = new window.SoundmarkFollower(video, audio, { seek: (t) => this.seek(t), play: () => this.play(), pause: () => audio.pause() });
      this.heard = new window.SoundmarkHeard(audio, tell.report);
      this.listen();
    }

    get now() { return this.audio.currentTime || 0; }
    get isPlaying() { return !this.audio.paused; }

    listen() {
      const { audio, tell } = this;
      audio.addEventListener('waiting', () => { this.isWaiting = true; });
      audio.addEventListener('playing', () => { this.isWaiting = false; });
      audio.addEventListener('timeupdate', () => this.stopAfterSpan());
      /* Of several scenes on a page one sounds. */
      audio.addEventListener('play', () => document.dispatchEvent(new CustomEvent(PLAYS, { detail: audio })));
      this.onOther = (event) => { if (event.detail !== audio) audio.pause(); };
      document.addEventListener(PLAYS, this.onOther);
      EVENTS.forEach((name) => audio.addEventListener(name, () => tell.wake()));
      /* Some browsers forget a time that is set before they know the file. */
      audio.addEventListener('loadedmetadata', () => {
        if (this.resumeAt !== null && Math.abs(audio.currentTime - this.resumeAt) > SAME_S) audio.currentTime = this.resumeAt;
        this.resumeAt = null;
      });
      audio.addEventListener('canplay', () => { this.hasFailed = false; tell.ready('1'); });
      audio.addEventListener('error', () => { if (audio.getAttribute('src')) { this.hasFailed = true; tell.ready('error'); } });
    }

    /* Another question: from the start, and nothing heard yet. */
    rest() {
      this.audio.pause();
      this.heard.reset();
      Object.assign(this, { stopAt: null, resumeAt: null, src: null });
      this.audio.currentTime = 0;
    }

    /* clips {stereo, mono}: {src} or null each. */
    load({ stereo, mono }, isBinaural) {
      const clip = isBinaural ? mono || stereo : stereo || mono, src = (clip && clip.src) || null;
      this.sound.route(isBinaural);
      if (src === this.src) return;
      const { audio, now, isPlaying } = this;
      this.heard.count();
      audio.pause();
      this.tell.ready(null);
      this.src = src;
      if (src) audio.src = src; else audio.removeAttribute('src');
      audio.load();
      audio.currentTime = this.resumeAt = now;
      if (isPlaying) this.play();
    }

    seek(seconds) {
      if (!this.duration) return;
      const place = Math.max(0, Math.min(this.duration - LAST_S, seconds));
      Object.assign(this, { stopAt: null, resumeAt: this.audio.readyState ? null : place });
      this.audio.currentTime = place;
      this.tell.wake();
    }

    play() {
      if (this.hasFailed) { this.hasFailed = false; this.audio.load(); }
      this.sound.start();
      this.audio.play().catch(() => this.tell.wake()); // a browser that wants a click first gets one on the button
    }

    toggle() {
      this.stopAt = null;
      if (this.isPlaying) this.audio.pause(); else this.play();
    }

    playSpan(span) {
      this.seek(span.start_s);
      this.stopAt = span.end_s;
      this.play();
    }

    stopAfterSpan() {
      if (this.stopAt === null || this.now < this.stopAt) return;
      this.stopAt = null;
      this.audio.pause();
    }

    /* Once a frame; azimuthDeg relative to the listener's head, or null. */
    tick(azimuthDeg) {
      this.stopAfterSpan();
      if (Number.isFinite(azimuthDeg)) this.sound.turn(azimuthDeg);
      this.follower.tick();
    }

    destroy() {
      this.audio.pause();
      this.sound.destroy();
      document.removeEventListener(PLAYS, this.onOther);
    }
  };
})();
