/* What was really heard of an audio element: new SoundmarkHeard(audio, report).
 *
 * It counts listened_s (seconds really played: a seek does not count) and plays (times started from rest), and calls
 * report({listened_s, plays}) about once a second while the sound plays, and when it stops.
 */
(function () {
  'use strict';
  if (window.SoundmarkHeard) return;
  const REPORT_EVERY_S = 1, LONGEST_STEP_S = 1.5;

  window.SoundmarkHeard = class Heard {
    constructor(audio, report) {
      this.audio = audio;
      this.onReport = report;
      this.reset();
      audio.addEventListener('play', () => this.started());
      audio.addEventListener('pause', () => { this.count(); this.report(); });
      audio.addEventListener('ended', () => { this.isRested = true; this.count(); this.report(); });
      audio.addEventListener('timeupdate', () => { this.count(); if (this.listened - this.reported >= REPORT_EVERY_S) this.report(); });
      audio.addEventListener('seeking', () => { this.lastTime = null; });
      audio.addEventListener('seeked', () => { this.lastTime = audio.currentTime; });
    }

    reset() {
      this.listened = 0;
      this.plays = 0;
      this.reported = 0;
      this.lastTime = null;
      this.isRested = true;
    }

    get told() { return { listened_s: Math.round(this.listened * 10) / 10, plays: this.plays }; }

    started() {
      const isNew = this.isRested;
      this.isRested = false;
      this.lastTime = this.audio.currentTime;
      if (!isNew) return;
      this.plays += 1;
      this.report();
    }

    /* Only time that passed while playing counts. */
    count() {
      const now = this.audio.currentTime;
      if (this.lastTime !== null && now > this.lastTime && now - this.lastTime < LONGEST_STEP_S) this.listened += now - this.lastTime;
      this.lastTime = this.audio.paused ? null : now;
    }

    report() {
      this.reported = this.listened;
      this.onReport(this.told);
    }
  };
})();
