/* A sentence that comes and goes: SoundmarkNote.mount(element, props, trigger, watch). props.value {text} or {key, params} */
(function () {
  'use strict';
  if (window.SoundmarkNote) return;
  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-note');
    window.SoundmarkText.whenReady(() => window.SoundmarkDom.drawn(props, watch, (value) => {
      const text = value.key ? window.SoundmarkText.say(value.key, value.params) : value.text;
      box.textContent = text || '';
      box.hidden = !text;
    }));
  }
  window.SoundmarkNote = { mount };
})();
