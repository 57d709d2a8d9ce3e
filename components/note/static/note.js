/* A sentence that comes and goes: SoundmarkNote.mount(element, props, trigger, watch). props.value {text} */
(function () {
  'use strict';
  if (window.SoundmarkNote) return;
  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-note');
    window.SoundmarkDom.drawn(props, watch, (value) => {
      box.textContent = value.text || '';
      box.hidden = !value.text;
    });
  }
  window.SoundmarkNote = { mount };
})();
