/* A silent film that follows the sound: new SoundmarkFollower(video, audio, {seek, play, pause}).
 *
 * The sound is the clock. What somebody does on the film itself (seek, play, pause) is asked of the sound. A film tells
 * that it plays or pauses a while after it was told to; by then the sound may do the opposite, so that what the film
 * does on our own word is counted and never asked of the sound.
 */
(function () {
  'use strict';
  if (window.SoundmarkFollower) return;
  const LARGEST_DRIFT_S = 0.15, SAME_S = 0.05;

  window.SoundmarkFollower = class Follower {
    constructor(video, audio, ask) {
      Object.assign(this, { video, audio, set: 0, untold: { play: 0, pause: 0 } });
      video.addEventListener('seeking', () => { if (Math.abs(video.currentTime - this.set) > SAME_S) ask.seek(video.currentTime); });
      video.addEventListener('play', () => { if (!this.isOwn('play') && audio.paused) ask.play(); });
      /* A browser stops a silent film on a page that nobody sees; the sound goes on. */
      video.addEventListener('pause', () => { if (!this.isOwn('pause') && !audio.paused && !video.ended && !document.hidden) ask.pause(); });
    }

    /* Whether an event answers our own word. */
    isOwn(name) {
      if (!this.untold[name]) return false;
      this.untold[name] -= 1;
      return true;
    }

    load(src) {
      this.video.hidden = !src;
      if (this.src === src) return;
      this.src = src;
      this.untold = { play: 0, pause: 0 }; // a film that is taken away tells nothing any more
      if (src) this.video.src = src; else this.video.removeAttribute('src');
      this.video.load();
    }

    tick() {
      const { video, audio } = this;
      if (!this.src || !video.readyState) return;
      if (!video.seeking && Math.abs(video.currentTime - audio.currentTime) > LARGEST_DRIFT_S && audio.currentTime < video.duration) {
        this.set = video.currentTime = audio.currentTime;
      }
      if (video.paused === audio.paused || video.ended) return;
      this.untold[audio.paused ? 'pause' : 'play'] += 1;
      if (audio.paused) video.pause(); else video.play().catch(() => {});
    }
  };
})();
