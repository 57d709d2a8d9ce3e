/* Whom to play against: SoundmarkOpponents.mount(element, props, trigger, watch).
 *
 * props.value {mode, default: key, options: [{key, kind, label}]}   default: for who never chose; '' for nobody
 * The page keeps {opponent: key or ''} for the mode, and sends it with its ticket. Without anybody to choose nothing is seen.
 */
(function () {
  'use strict';
  if (window.SoundmarkOpponents) return;
  const { el, mark, drawn } = window.SoundmarkDom;

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-opponents');
    const { say, name } = window.SoundmarkText;
    /* How a baseline answers, for whoever cannot tell by its name; what a model does is told by nobody here. */
    const how = (one, mode) => (one && one.kind === 'baseline' ? window.SoundmarkText.how(one.label, mode) : '');
    const shown = (one) => (one.kind === 'baseline' ? name(one.label) : one.label);

    function draw(value) {
      const offered = Array.isArray(value.options) ? value.options : [];
      box.hidden = !offered.length;
      if (!offered.length) { box.replaceChildren(); return; }
      const kept = window.SoundmarkPage.said(value.mode).opponent;
      const known = kept === '' || offered.some((one) => one.key === kept);
      const id = element.id || value.mode;
      const select = el('select', { id: `${id}-select`, 'aria-describedby': `${id}-how` },
        ...offered.map((one) => el('option', { value: one.key }, shown(one))), el('option', { value: '' }, say('play_against_nobody')));
      select.value = kept === undefined || !known ? value.default : kept;
      const sign = el('span.sm-opponent-mark', {}), told = el('p.sm-opponent-how', { id: `${id}-how` });
      const show = () => {
        const one = offered.find((each) => each.key === select.value);
        sign.replaceChildren(...(one ? [mark(one.kind, 18)] : []));
        told.textContent = how(one, value.mode);
      };
      select.addEventListener('change', () => {
        window.SoundmarkPage.keepSaid(value.mode, { opponent: select.value });
        show();
      });
      show();
      box.replaceChildren(el('label', {}, el('span', {}, say('play_against')), sign, select), told);
    }
    window.SoundmarkText.whenReady(() => drawn(props, watch, draw));
  }
  window.SoundmarkOpponents = { mount };
})();
