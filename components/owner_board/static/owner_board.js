/* The owner's board: SoundmarkOwnerBoard.mount(element, props, trigger, watch).
 *
 * props.value {
 *   log, limits: [{key, text?, say?: key, params?, bytes?, at?}]   facts: `key` names the fact
 *   errors: [{at, text}]                                           newest first
 *   models: [{name, is_on, why}]                                   why: it cannot be used, as a sentence, or ''; without an
 *                                                                  arena there are neither models, reports nor uploads
 *   reports: [{id, at, why, about}]
 *   uploads: [{name, is_sound, at, bytes}]
 *   look: {name, url}                                              the hidden upload that was asked for
 *   said: {key, params} or {text}                                  what came of the last action
 * }
 * Times are ISO 8601. A pressed button sets props.value.act = {what, id} and triggers `act`.
 * Everything is text from outside, and goes through textContent.
 */
(function () {
  'use strict';
  if (window.SoundmarkOwnerBoard) return;
  const { el, drawn } = window.SoundmarkDom, Text = window.SoundmarkText;
  const say = (key, params) => Text.say(key, params);

  function time(at) {
    const found = new Date(at);
    return Number.isNaN(found.getTime()) ? String(at || '') : found.toLocaleString(Text.language, { dateStyle: 'medium', timeStyle: 'short' });
  }
  function size(bytes) {
    const [unit, by] = bytes >= 1e9 ? ['GB', 1e9] : bytes >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
    return `${(bytes / by).toLocaleString(Text.language, { maximumFractionDigits: 1 })} ${unit}`;
  }
  function fact(one) {
    if (one.say) return say(one.say, one.params);
    if (typeof one.bytes === 'number') return one.of === undefined ? size(one.bytes) : say('owner_of', { used: size(one.bytes), all: size(one.of) });
    return one.at ? time(one.at) : String(one.text);
  }
  const facts = (list) => el('dl.sm-owner-facts', {}, ...(list || []).flatMap((one) => [el('dt', {}, say(one.key)), el('dd', {}, fact(one))]));
  const section = (key, ...children) => el('section.sm-card', { lang: Text.language }, el('h2', {}, say(key)), ...children);
  const nothing = (key) => el('p.sm-owner-none', {}, say(key));

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-owner');
    const button = (key, what, id, label) => {
      const made = el('button', { type: 'button', 'aria-label': label || say(key), 'data-act': what, 'data-id': id }, say(key));
      made.addEventListener('click', () => {
        if (what === 'delete' && made.dataset.asked !== 'yes') { // a second press does it; an embedded page may ask nothing
          made.dataset.asked = 'yes';
          made.textContent = say('owner_sure');
          made.removeAttribute('aria-label');
          return;
        }
        props.value = { ...props.value, act: { what, id } };
        trigger('act');
      });
      return made;
    };
    const item = (name, told, ...buttons) => el('li', {}, el('div', {}, el('strong', {}, name), told ? el('span', {}, told) : null), el('div.sm-owner-buttons', {}, ...buttons));
    const list = (found, none, draw) => (found && found.length ? el('ul.sm-owner-list', {}, ...found.map(draw)) : nothing(none));

    function model(one) {
      const key = one.is_on ? 'owner_switch_off' : 'owner_switch_on';
      const told = one.why || say(one.is_on ? 'owner_is_on' : 'owner_is_off');
      return item(one.name, told, one.why ? null : button(key, one.is_on ? 'off' : 'on', one.name, `${say(key)}: ${one.name}`));
    }
    function upload(one, look) {
      const made = item(say(one.is_sound ? 'owner_recording' : 'owner_photo'), `${time(one.at)}, ${size(one.bytes)}`,
        button('owner_look', 'look', one.name), button('owner_restore', 'restore', one.name), button('owner_delete', 'delete', one.name));
      if (look && look.name === one.name) {
        made.append(one.is_sound ? el('audio', { controls: true, src: look.url }) : el('img', { src: look.url, alt: say('owner_photo') }));
      }
      return made;
    }
    const report = (one) => item(one.why, `${time(one.at)}, ${one.about}`, button('owner_done', 'done', one.id));
    const error = (one) => el('li', {}, el('time', { datetime: one.at }, time(one.at)), el('code', {}, one.text));

    Text.whenReady(() => drawn(props, watch, (value) => {
      if (!value.log) { box.replaceChildren(el('p.sm-note', { role: 'status' }, value.said ? value.said.text || say(value.said.key) : say('owner_waiting'))); return; }
      const said = value.said ? value.said.text || say(value.said.key, value.said.params) : '';
      box.replaceChildren(
        el('p.sm-note', { role: 'status', hidden: !said }, said),
        section('owner_log', facts(value.log)),
        section('owner_errors', list(value.errors, 'owner_no_errors', error)),
        ...(value.models ? [
          section('owner_models', list(value.models, 'owner_no_models', model)),
          section('owner_reports', list(value.reports, 'owner_no_reports', report)),
          section('owner_uploads', list(value.uploads, 'owner_no_uploads', (one) => upload(one, value.look))),
        ] : []),
        section('owner_limits', facts(value.limits)),
      );
    }));
  }
  window.SoundmarkOwnerBoard = { mount };
})();
