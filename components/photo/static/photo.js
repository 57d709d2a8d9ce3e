/* A photo, or a line on what was brought: SoundmarkPhoto.mount(element, props, trigger, watch).
 *
 * props.value {src, text, upload}   src: address of the photo, '' for none; upload: how the server calls it
 */
(function () {
  'use strict';
  if (window.SoundmarkPhoto) return;
  const { el, drawn } = window.SoundmarkDom, { say } = window.SoundmarkText;

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-photo');
    drawn(props, watch, (value) => {
      box.hidden = !value.src && !value.text;
      box.replaceChildren(
        value.src ? el('a', { href: value.src, target: '_blank', rel: 'noopener', 'aria-label': say('photo_open') },
          el('img', { src: value.src, alt: say('photo_given') })) : '',
        value.text ? el('figcaption', {}, value.text) : '');
    });
  }
  window.SoundmarkPhoto = { mount };
})();
