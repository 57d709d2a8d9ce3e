/* What a player chose and told: SoundmarkAboutYou.mount(element, props, trigger, watch, options).
 *
 * options {mode, filters: [{tag, label, asks_level, values: [[value, text key]]}], asks: [{name, label, values: [[value, text key]]}]}
 * The page keeps {filters: {tag: [value] or {value: level}}, asks: {name: value}} for the mode, and sends it with its ticket.
 */
(function () {
  'use strict';
  if (window.SoundmarkAboutYou) return;
  const { el, isObject } = window.SoundmarkDom;
  const LEVELS = ['native', 'good', 'some'];
  const say = (key) => window.SoundmarkText.say(key);

  function mount(element, props, trigger, watch, options) {
    const root = element.querySelector('.sm-about');
    const kept = window.SoundmarkPage.said(options.mode);
    const told = { filters: isObject(kept.filters) ? kept.filters : {}, asks: isObject(kept.asks) ? kept.asks : {} };
    const keep = () => window.SoundmarkPage.keepSaid(options.mode, told);

    function chip(type, name, value, text, isOn, change) {
      const input = el('input', { type, name, value });
      input.checked = isOn;
      input.addEventListener('change', () => { change(input.checked); keep(); });
      return el('label.sm-chip', {}, input, el('span', {}, text));
    }

    function chips(filter) {
      const chosen = new Set(Array.isArray(told.filters[filter.tag]) ? told.filters[filter.tag] : []);
      return filter.values.map(([value, key]) => chip('checkbox', `${options.mode}-${filter.tag}`, value, say(key), chosen.has(value), (isOn) => {
        if (isOn) chosen.add(value); else chosen.delete(value);
        told.filters[filter.tag] = [...chosen];
      }));
    }

    const called = (filter, value, key) => (filter.tag === 'language' ? window.SoundmarkText.tongue(value) : say(key));
    function levels(filter) {
      const known = isObject(told.filters[filter.tag]) ? told.filters[filter.tag] : {};
      return filter.values.map(([value, key]) => {
        const select = el('select', { 'aria-label': called(filter, value, key) }, ...['', ...LEVELS].map((level) => el('option', { value: level }, say(level ? `level_${level}` : 'level_none'))));
        select.value = known[value] || '';
        select.addEventListener('change', () => {
          if (select.value) known[value] = select.value; else delete known[value];
          told.filters[filter.tag] = known;
          keep();
        });
        return el('label.sm-level', {}, el('span', {}, called(filter, value, key)), select);
      });
    }

    function ask(one) {
      return one.values.map(([value, key]) => chip('radio', `${options.mode}-${one.name}`, value, say(key), (told.asks[one.name] || '') === value, () => {
        if (value) told.asks[one.name] = value; else delete told.asks[one.name];
      }));
    }

    const group = (label, children, kind) => el(`fieldset.sm-about-group.${kind}`, {}, el('legend', {}, say(label)), el('div', {}, ...children));
    window.SoundmarkText.whenReady(() => root.replaceChildren(
      ...options.filters.map((filter) => group(filter.label, filter.asks_level ? levels(filter) : chips(filter), filter.asks_level ? 'sm-levels' : 'sm-chips')),
      ...options.asks.map((one) => group(one.label, ask(one), 'sm-chips'))));
  }
  window.SoundmarkAboutYou = { mount };
})();
