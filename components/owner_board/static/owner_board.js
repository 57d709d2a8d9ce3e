/* The owner's board: SoundmarkOwnerBoard.mount(element, props, trigger, watch).
 *
 * props.value {
 *   log, limits: [{key, text?, say?: key, params?, bytes?, at?}]   facts: `key` names the fact
 *   errors: [{at, text}]                                           newest first
 *   models: [{name, is_on, why}]                                   why: it cannot be used, as a sentence, or ''; without an
 *                                                                  arena there are neither models, reports nor uploads
 *   reports: [{id, at, why, say, about, upload}]                  say: key of the reason, or ''; upload: its name, or ''
 *   uploads: [{name, is_sound, at, bytes}]
 *   look: {name, url}                                              the hidden upload that was asked for
 *   said: {key, params} or {text}                                  what came of the last action
 * }
 * Times are ISO 8601. A pressed button sets props.value.act = {what, id} and triggers `act`; what is 'fresh' asks for the value anew.
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
  const STANDS_FOR = { on: 'off', off: 'on' }; // the button that stands where another one was

  function mount(element, props, trigger, watch) {
    const box = element.querySelector('.sm-owner');
    // The sentence stays while the rest is drawn anew: a screen reader says only what changes in what it knows.
    const note = el('p.sm-note', { role: 'status', tabindex: -1, hidden: true }), parts = el('div.sm-owner-parts', {});
    let pressed = null;

    const send = (what, id) => {
      pressed = { what, id };
      props.value = { ...props.value, act: { what, id } };
      trigger('act');
    };
    const button = (key, what, id, about) => {
      const named = about ? `${say(key)}: ${about}` : say(key);
      const made = el('button', { type: 'button', 'aria-label': named, 'data-act': what, 'data-id': id }, say(key));
      const asked = (isAsked) => {
        made.dataset.asked = isAsked ? 'yes' : '';
        made.textContent = say(isAsked ? 'owner_sure' : key);
        made.setAttribute('aria-label', isAsked ? `${say('owner_sure')} ${about}` : named);
      };
      made.addEventListener('click', () => {
        if (what === 'delete' && made.dataset.asked !== 'yes') { asked(true); return; } // a second press does it; an embedded page may ask nothing
        send(what, id);
      });
      if (what === 'delete') made.addEventListener('blur', () => asked(false)); // whoever turns to something else has not agreed
      return made;
    };
    /* After a press the same button has the focus, or what has come into its place, or the sentence that says what was done. */
    function focusAgain() {
      if (!pressed || document.activeElement !== document.body) return;
      const ofSame = [...parts.querySelectorAll('button')].filter((one) => one.dataset.id === pressed.id);
      const found = [pressed.what, STANDS_FOR[pressed.what]].map((what) => ofSame.find((one) => one.dataset.act === what)).find(Boolean);
      (found || (note.hidden ? box.querySelector('button') : note)).focus({ preventScroll: Boolean(found) });
      pressed = null;
    }
    const item = (name, told, ...buttons) => el('li', {}, el('div', {}, el('strong', {}, name), told ? el('span', {}, told) : null), el('div.sm-owner-buttons', {}, ...buttons));
    const list = (found, none, draw) => (found && found.length ? el('ul.sm-owner-list', {}, ...found.map(draw)) : nothing(none));

    function model(one) {
      const key = one.is_on ? 'owner_switch_off' : 'owner_switch_on';
      const told = one.why || say(one.is_on ? 'owner_is_on' : 'owner_is_off');
      return item(one.name, told, one.why ? null : button(key, one.is_on ? 'off' : 'on', one.name, one.name));
    }
    const uploadName = (one) => `${say(one.is_sound ? 'owner_recording' : 'owner_photo')} ${one.name.slice(0, 8)}`;
    function upload(one, look) {
      const name = uploadName(one);
      const made = item(name, `${time(one.at)}, ${size(one.bytes)}`,
        button('owner_look', 'look', one.name, name), button('owner_restore', 'restore', one.name, name), button('owner_delete', 'delete', one.name, name));
      if (look && look.name === one.name) {
        made.append(one.is_sound ? el('audio', { controls: true, src: look.url, 'aria-label': name }) : el('img', { src: look.url, alt: name }));
      }
      return made;
    }
    function report(one, uploads) {
      const hidden = (uploads || []).find((each) => each.name === one.upload), why = one.say ? say(one.say) : one.why;
      const about = hidden ? uploadName(hidden) : one.about;
      return item(why, `${time(one.at)}, ${about}`, button('owner_done', 'done', one.id, `${why}, ${about}`));
    }
    const error = (one) => el('li', {}, el('time', { datetime: one.at }, time(one.at)), el('code', {}, one.text));
    const errors = (found) => (found && found.length
      ? el('div.sm-owner-scroll', { role: 'region', tabindex: 0, 'aria-label': say('owner_errors') }, el('ul', {}, ...found.map(error)))
      : nothing('owner_no_errors'));

    box.replaceChildren(note, parts);
    Text.whenReady(() => drawn(props, watch, (value) => {
      const said = value.said ? value.said.text || say(value.said.key, value.said.params) : '';
      note.textContent = value.log ? said : said || say('owner_waiting');
      note.hidden = !note.textContent;
      if (!value.log) { parts.replaceChildren(); return; }
      parts.replaceChildren(
        el('div.sm-owner-buttons', {}, button('board_refresh', 'fresh', '')),
        section('owner_log', facts(value.log)),
        section('owner_errors', errors(value.errors)),
        ...(value.models ? [
          section('owner_models', list(value.models, 'owner_no_models', model)),
          section('owner_reports', list(value.reports, 'owner_no_reports', (one) => report(one, value.uploads))),
          section('owner_uploads', list(value.uploads, 'owner_no_uploads', (one) => upload(one, value.look))),
        ] : []),
        section('owner_limits', facts(value.limits)),
      );
      focusAgain();
    }));
  }
  window.SoundmarkOwnerBoard = { mount };
})();
