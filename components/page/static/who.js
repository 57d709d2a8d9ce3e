/* Who plays: SoundmarkWho.known resolves once the server has said who is logged in; SoundmarkWho.mount(header) shows it.
 *
 * GET me -> {name, player, can_login, is_logged, is_owner}
 *   name: of the account, '' for a guest; player: what stands for the account; is_logged: whether ids of players are logged
 * The nickname never leaves this browser.
 */
(function () {
  'use strict';
  if (window.SoundmarkWho) return;
  const NICKNAME = 'soundmark.nickname', MAX_CHARS = 30, LIMIT_MS = 5000;
  let me = {}, kept = '';

  /* A server that does not say in time leaves a guest. */
  const known = fetch(new URL('me', document.baseURI), { signal: AbortSignal.timeout(LIMIT_MS) })
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => ({}))
    .then((found) => { me = found; });

  function nickname() {
    try { kept = window.localStorage.getItem(NICKNAME) || kept; } catch (error) { /* the page remembers */ }
    return kept.slice(0, MAX_CHARS);
  }
  function keepNickname(text) {
    kept = text.trim().slice(0, MAX_CHARS);
    try { window.localStorage.setItem(NICKNAME, kept); } catch (error) { /* the page remembers */ }
  }

  function mount(element) {
    const box = element.querySelector('.sm-who');
    if (!box) return;
    const { el } = window.SoundmarkDom, { say, language } = window.SoundmarkText;
    const shown = box.querySelector('.sm-who-name'), card = box.querySelector('.sm-who-card');
    const search = window.location.search;
    const draw = () => { shown.textContent = nickname() || me.name || say('who_guest'); };

    const input = el('input', { type: 'text', maxlength: MAX_CHARS, autocomplete: 'off', spellcheck: 'false' });
    input.value = nickname();
    input.addEventListener('input', () => { keepNickname(input.value); draw(); });
    input.addEventListener('keydown', (event) => { if (event.key === 'Enter') close(); });
    const links = [];
    if (me.can_login && me.name) links.push(el('a', { href: `logout?_target_url=/${search}` }, say('who_log_out')));
    if (me.can_login && !me.name) links.push(el('a.sm-who-login', { href: `login/huggingface?_target_url=/${search}` }, say('who_log_in')));
    if (me.is_owner) links.push(el('a', { href: 'owner/' }, say('who_owner')));
    const told = me.name ? [say(me.is_logged ? 'who_account' : 'who_account_without', { name: me.name })] : [say('who_told_guest'), ...(me.can_login && me.is_logged ? [say('who_why_log_in')] : [])];
    card.replaceChildren(
      ...told.map((text) => el('p', {}, text)),
      el('label', {}, el('span', {}, say('who_nickname')), input),
      el('p', {}, say('who_nickname_kept')),
      ...links.map((link) => el('p.sm-who-link', {}, link)),
    );
    card.lang = language;
    const close = () => { box.open = false; box.querySelector('summary').focus(); };
    box.addEventListener('keydown', (event) => { if (event.key === 'Escape' && box.open) close(); });
    document.addEventListener('click', (event) => { if (!box.contains(event.target)) box.open = false; });
    draw();
    box.hidden = false;
  }

  window.SoundmarkWho = {
    known,
    player: () => (typeof me.player === 'string' ? me.player : ''),
    mount: (element) => known.then(() => window.SoundmarkText.whenReady(() => mount(element))),
  };
})();
