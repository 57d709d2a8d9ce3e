/* Saves a text as a file: SoundmarkSaveFile.mount(element, props, trigger, watch). props.value {key, name, text or base64} */
(function () {
  'use strict';
  if (window.SoundmarkSaveFile) return;
  function blobOf({ text, base64 }) {
    if (!base64) return new Blob([text || ''], { type: 'text/csv;charset=utf-8' });
    return new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'application/octet-stream' });
  }
  function mount(element, props, trigger, watch) {
    let saved = null;
    window.SoundmarkDom.drawn(props, watch, (value) => {
      if (!value.key || value.key === saved) return;
      saved = value.key;
      const link = window.SoundmarkDom.el('a', { download: value.name });
      link.href = URL.createObjectURL(blobOf(value));
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    });
  }
  window.SoundmarkSaveFile = { mount };
})();
