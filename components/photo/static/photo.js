/* A photo, or a line on what was brought: SoundmarkPhoto.mount(element, props, trigger, watch).
 *
 * props.value {src, text, upload}   src: address of the photo, '' for none; text: a note, as texts.js says it; upload: how the server calls it
 */
(function () {
  'use strict';
  if (window.SoundmarkPhoto) return;
  const { el, drawn } = window.SoundmarkDom, { say } = window.SoundmarkText;

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-photo');
    const { say, note, whenReady } = window.SoundmarkText;
    whenReady(() => drawn(props, watch, (value) => {
      const text = note(value.text);
      box.hidden = !value.src && !text;
      box.replaceChildren(
        value.src ? el('a', { href: value.src, target: '_blank', rel: 'noopener', 'aria-label': say('photo_open') },
          el('img', { src: value.src, alt: say('photo_given') })) : '',
        text ? el('figcaption', {}, text) : '');
    }));
  }
  window.SoundmarkPhoto = { mount };
})();
