/* A sentence that comes and goes: SoundmarkNote.mount(element, props, trigger, watch). props.value: a note, as texts.js says it */
(function () {
  'use strict';
  if (window.SoundmarkNote) return;
  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-note');
    window.SoundmarkText.whenReady(() => window.SoundmarkDom.drawn(props, watch, (value) => {
      const text = window.SoundmarkText.note(value);
      box.textContent = text;
      box.hidden = !text;
    }));
  }
  window.SoundmarkNote = { mount };
})();
