/* A player for one clip: SoundmarkPlayer.mount(element, props, trigger, watch).
 *
 * props.value {id, src, duration_s, peaks: [0..1]}   another id is another clip: the old one stops
 * The browser adds listened_s (seconds really played) and plays (times started from rest).
 */
(function () {
  'use strict';
  if (window.SoundmarkPlayer) return;
  const { isObject, clock } = window.SoundmarkDom, { say } = window.SoundmarkText;
  const PLAY = 'M7 4l14 8-14 8z', PAUSE = 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z';
  const SEEK_S = 2;

  class ClipPlayer {
    constructor(element, props) {
      this.props = props;
      this.root = element.querySelector('.sm-player');
      this.button = element.querySelector('.sm-play');
      this.icon = element.querySelector('.sm-play-icon');
      this.wave = element.querySelector('.sm-wave');
      this.canvas = element.querySelector('canvas');
      this.time = element.querySelector('.sm-time');
      this.note = element.querySelector('.sm-player-note');
      this.audio = element.querySelector('audio');
      this.isWaiting = false;
      this.heard = new window.SoundmarkHeard(this.audio, (told) => this.report(told));
      this.listen();
    }

    get value() { return isObject(this.props.value) ? this.props.value : {}; }
    get duration() { return Number.isFinite(this.audio.duration) ? this.audio.duration : (this.value.duration_s || 0); }

    listen() {
      const audio = this.audio;
      this.button.addEventListener('click', () => this.toggle());
      ['play', 'pause', 'ended', 'timeupdate', 'seeked'].forEach((name) => audio.addEventListener(name, () => this.paint()));
      audio.addEventListener('canplay', () => { this.say(''); this.root.dataset.ready = '1'; });
      /* Said where the time stands: a line of its own would move the map under somebody's finger. */
      audio.addEventListener('waiting', () => { this.isWaiting = true; this.paint(); });
      audio.addEventListener('playing', () => { this.isWaiting = false; this.say(''); this.paint(); });
      audio.addEventListener('error', () => {
        if (audio.getAttribute('src')) this.say(say('stage_not_loaded'));
        this.root.dataset.ready = 'error';
      });
      this.wave.addEventListener('pointerdown', (event) => {
        const box = this.wave.getBoundingClientRect();
        this.seek(this.duration * (event.clientX - box.left) / box.width);
      });
      this.wave.addEventListener('keydown', (event) => this.onKey(event));
      /* Space plays and pauses from anywhere but where it has a meaning of its own. */
      this.onSpace = (event) => {
        if (event.key !== ' ' || !this.isSeen() || event.target.closest('button, input, textarea, select, a, [role], [contenteditable]')) return;
        event.preventDefault();
        this.toggle();
      };
      document.addEventListener('keydown', this.onSpace);
      this.onTheme = () => this.paint();
      document.addEventListener('soundmark-theme', this.onTheme);
      this.observer = new ResizeObserver(() => { if (!this.isSeen()) audio.pause(); this.paint(); });
      this.observer.observe(this.root);
    }

    isSeen() { return this.root.clientWidth > 0; }

    onKey(event) {
      const step = { ArrowRight: SEEK_S, ArrowUp: SEEK_S, ArrowLeft: -SEEK_S, ArrowDown: -SEEK_S }[event.key];
      if (step) this.seek(this.audio.currentTime + step);
      else if (event.key === 'Home') this.seek(0);
      else if (event.key === 'Enter' || event.key === ' ') this.toggle();
      else return;
      event.preventDefault();
    }

    seek(seconds) {
      if (!this.duration) return;
      this.audio.currentTime = Math.max(0, Math.min(this.duration - 0.05, seconds));
    }

    toggle() {
      if (this.root.dataset.ready === 'error') { delete this.root.dataset.ready; this.audio.load(); }
      if (this.audio.paused) this.play(); else this.audio.pause();
    }

    play() {
      this.audio.play().catch(() => this.paint()); // a browser that wants a click first gets one on the button
    }

    report(told) {
      if (this.value.id) this.props.value = Object.assign({}, this.value, told);
    }

    name() {
      this.root.setAttribute('aria-label', say('player_sound'));
      this.wave.setAttribute('aria-label', say('stage_position'));
      this.paint();
    }

    say(text) {
      this.note.textContent = text;
      this.note.hidden = !text;
    }

    draw() {
      const value = this.value;
      if (value.id === this.id) return;
      this.audio.pause();
      this.id = value.id;
      this.heard.reset();
      this.isWaiting = false;
      delete this.root.dataset.ready;
      this.say('');
      if (value.src) this.audio.src = value.src; else this.audio.removeAttribute('src');
      this.audio.load();
      this.paint();
      if (value.src && document.activeElement === document.body) this.button.focus({ preventScroll: true });
      if (value.src && navigator.userActivation && navigator.userActivation.hasBeenActive) this.play();
    }

    paint() {
      const now = this.audio.currentTime || 0, total = this.duration, isPlaying = !this.audio.paused;
      this.icon.setAttribute('d', isPlaying ? PAUSE : PLAY);
      this.button.setAttribute('aria-label', say(isPlaying ? 'stage_pause' : 'stage_play'));
      this.time.textContent = this.isWaiting && isPlaying ? say('stage_loading') : `${clock(now)} / ${clock(total)}`;
      this.wave.setAttribute('aria-valuemax', Math.round(total));
      this.wave.setAttribute('aria-valuenow', Math.round(now));
      this.wave.setAttribute('aria-valuetext', say('stage_time', { now: clock(now), total: clock(total) }));
      this.paintWave(total ? now / total : 0);
    }

    paintWave(share) {
      const width = this.wave.clientWidth, height = this.wave.clientHeight, ratio = window.devicePixelRatio || 1;
      if (!width) return;
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
      const context = this.canvas.getContext('2d'), style = getComputedStyle(this.root);
      const peaks = this.value.peaks || [], bars = Math.min(peaks.length, Math.floor(width / 4));
      context.scale(ratio, ratio);
      for (let i = 0; i < bars; i++) {
        const peak = Math.max(...peaks.slice(Math.floor(i * peaks.length / bars), Math.floor((i + 1) * peaks.length / bars)));
        const tall = Math.max(3, peak * height);
        context.fillStyle = style.getPropertyValue(i / bars < share ? '--sm-accent' : '--sm-wave');
        context.fillRect(i * width / bars, (height - tall) / 2, Math.max(1.5, width / bars - 2), tall);
      }
    }

    destroy() {
      this.audio.pause();
      this.observer.disconnect();
      document.removeEventListener('keydown', this.onSpace);
      document.removeEventListener('soundmark-theme', this.onTheme);
    }
  }

  function mount(element, props, trigger, watch) {
    const root = element.querySelector('.sm-player');
    if (!root || root.soundmarkPlayer) return;
    const player = root.soundmarkPlayer = new ClipPlayer(element, props);
    watch('value', () => player.draw());
    player.draw();
    window.SoundmarkText.whenReady(() => player.name());
    const gone = new MutationObserver(() => {
      if (!document.contains(root)) { gone.disconnect(); player.destroy(); }
    });
    gone.observe(document.body, { childList: true, subtree: true });
  }
  window.SoundmarkPlayer = { mount };
})();
