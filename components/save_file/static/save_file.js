/* Saves a text as a file: SoundmarkSaveFile.mount(element, props, trigger, watch). props.value {key, name, text} */
(function () {
  'use strict';
  if (window.SoundmarkSaveFile) return;
  function mount(element, props, trigger, watch) {
    let saved = null;
    window.SoundmarkDom.drawn(props, watch, (value) => {
      if (!value.key || value.key === saved) return;
      saved = value.key;
      const link = window.SoundmarkDom.el('a', { download: value.name });
      link.href = URL.createObjectURL(new Blob([value.text], { type: 'text/csv;charset=utf-8' }));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    });
  }
  window.SoundmarkSaveFile = { mount };
})();
