/* Lists to choose from: SoundmarkSelectRow.mount(element, props, trigger, watch, options).
 *
 * props.value {chosen: {name: value}, offered?: {name: [value]}}   offered: what stands in a list besides its options
 * options {selects: [{name, label_key, options: {value: key}, has_languages}], linked: board whose link carries the choice}
 * Triggers 'choose' when something was chosen, by hand or by the page's address, and 'look' when the lists are first seen.
 * The root has data-params, which a link to the board must have to choose the same.
 */
(function () {
  'use strict';
  if (window.SoundmarkSelectRow) return;
  const { el, drawn } = window.SoundmarkDom;
  const { say, whenReady, language } = window.SoundmarkText;
  const MAX_CHARS = 100;

  function languageName(code) {
    try { return new Intl.DisplayNames([language], { type: 'language' }).of(code) || code; } catch (error) { return code; }
  }
  /* What the page's address chooses; it may hold anything, and the server reads it as such. */
  function linkedChoice(options) {
    const asked = new URLSearchParams(window.location.search);
    if (!options.linked || asked.get('board') !== options.linked) return {};
    return Object.fromEntries(options.selects.map(({ name }) => [name, (asked.get(name) || '').slice(0, MAX_CHARS)]).filter(([, value]) => value));
  }

  function mount(element, props, trigger, watch, options) {
    const box = element.querySelector('.sm-selects');
    let linked = linkedChoice(options);

    function choose(chosen) {
      props.value = { ...props.value, chosen };
      draw(props.value);
      trigger('choose', {});
    }

    function list(one, value) {
      const chosen = value.chosen[one.name] || '', own = Object.entries(one.options);
      const offered = ((value.offered || {})[one.name] || []).filter((name) => !(name in one.options));
      if (chosen && !(chosen in one.options) && !offered.includes(chosen)) offered.push(chosen);
      const select = el('select', { 'data-name': one.name },
        ...own.map(([name, key]) => el('option', { value: name }, say(key))),
        ...offered.map((name) => el('option', { value: name }, one.has_languages ? languageName(name) : name)));
      select.value = chosen;
      select.addEventListener('change', () => choose({ ...value.chosen, [one.name]: select.value }));
      return el('label', {}, el('span', {}, say(one.label_key)), select);
    }

    function draw(value) {
      if (!value.chosen) return;
      const focused = box.contains(document.activeElement) ? document.activeElement.dataset.name : '';
      const params = Object.entries(value.chosen).filter(([name, one]) => one !== Object.keys(options.selects.find((each) => each.name === name).options)[0]);
      box.dataset.params = new URLSearchParams(params).toString();
      box.replaceChildren(...options.selects.map((one) => list(one, value)));
      if (focused) box.querySelector(`[data-name="${CSS.escape(focused)}"]`).focus();
    }

    whenReady(() => {
      if (options.linked) box.dataset.board = options.linked;
      drawn(props, watch, draw);
      new IntersectionObserver((entries, seen) => {
        if (!entries.some((one) => one.isIntersecting)) return;
        seen.disconnect();
        const asked = linked;
        linked = {};
        if (Object.keys(asked).length) choose({ ...props.value.chosen, ...asked }); else trigger('look', {});
      }).observe(box);
    });
  }
  window.SoundmarkSelectRow = { mount };
})();
