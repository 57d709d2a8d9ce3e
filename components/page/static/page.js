/* Who this browser is: a random id kept in localStorage, and the game of this tab in each mode in sessionStorage. */
(function () {
  'use strict';
  if (window.SoundmarkPage) return;
  const PLAYER = 'soundmark.player', GAMES = 'soundmark.games', SAID = 'soundmark.said', THEME = 'soundmark.theme', FOLLOWED = 'soundmark.followed', UNLOGGED = 'soundmark.unlogged', TAB = 'soundmark.tab';
  const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const memory = {}; // where a browser forbids storage, the page remembers as long as it is open

  function read(storage, key) {
    try { return window[storage].getItem(key) || memory[key] || ''; } catch (error) { return memory[key] || ''; }
  }
  function write(storage, key, value) {
    memory[key] = value;
    try { window[storage].setItem(key, value); } catch (error) { /* memory has it */ }
  }

  /* crypto.randomUUID exists only on secure origins; a laptop's address in the local network is none. */
  function newId() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
  function player() {
    let id = read('localStorage', PLAYER);
    if (!UUID4.test(id)) write('localStorage', PLAYER, id = newId());
    return id;
  }

  function applyTheme(name) {
    document.body.classList.toggle('dark', name === 'dark');
    document.dispatchEvent(new CustomEvent('soundmark-theme'));
  }
  function mountHeader(element) {
    const kept = read('localStorage', THEME);
    if (kept) applyTheme(kept);
    element.querySelector('.sm-home').addEventListener('click', home);
    window.SoundmarkWho.mount(element);
    window.SoundmarkText.whenReady(() => {
      const { say } = window.SoundmarkText;
      element.querySelector('.sm-tagline').textContent = say('tagline');
      element.querySelector('.sm-home').setAttribute('aria-label', say('to_the_start'));
      element.querySelector('.sm-theme').setAttribute('aria-label', say('switch_theme'));
    });
    element.querySelector('.sm-theme').addEventListener('click', () => {
      const next = document.body.classList.contains('dark') ? 'light' : 'dark';
      write('localStorage', THEME, next);
      applyTheme(next);
    });
  }

  /* Arrow keys go from one segment to the next: Gradio's radio buttons do not do it by themselves. */
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  document.addEventListener('keydown', (event) => {
    const step = STEPS[event.key], group = step && event.target.matches('.sm-segments input[type="radio"]') && event.target.closest('.sm-segments');
    if (!group || event.altKey || event.ctrlKey || event.metaKey) return;
    const segments = [...group.querySelectorAll('input[type="radio"]:not(:disabled)')];
    const next = segments[(segments.indexOf(event.target) + step + segments.length) % segments.length];
    event.preventDefault();
    next.focus();
    next.click();
  });

  /* A link is followed once in a tab: after a game was begun, a reload leads to that game and not to the link again. */
  function query() {
    const search = window.location.search.slice(0, 2000);
    return search === read('sessionStorage', FOLLOWED) ? '' : search;
  }
  function kept(storage, key) {
    try { const found = JSON.parse(read(storage, key) || '{}'); return found && typeof found === 'object' ? found : {}; } catch (error) { return {}; }
  }
  function keepGame(mode, id) {
    write('sessionStorage', GAMES, JSON.stringify({ ...kept('sessionStorage', GAMES), [mode]: id }));
    write('sessionStorage', FOLLOWED, window.location.search.slice(0, 2000));
  }
  /* For a component of tabs: the tab that a link names, and after a reload the one that was open. */
  function tabToOpen() {
    const link = new URLSearchParams(query());
    const mode = link.get('mode') || (link.has('seed') ? '' : read('sessionStorage', TAB));
    if (!/^[a-z]{1,20}$/.test(mode)) return { __type__: 'update' };
    write('sessionStorage', TAB, mode);
    return { __type__: 'update', selected: mode };
  }
  document.addEventListener('click', (event) => {
    const tab = event.target.closest('[role="tab"][data-tab-id]');
    if (tab) write('sessionStorage', TAB, tab.dataset.tabId);
  }, true);
  /* Until a choice of one's own, the one that the address names with `board`, or with the mode of a link. */
  let hasChosen = false;
  function chosenByLink(chosen, choices) {
    const asked = new URLSearchParams(window.location.search);
    const named = [asked.get('board'), asked.get('mode')].find((name) => choices.includes(name));
    return hasChosen || named === undefined ? chosen : named;
  }
  function choose() { hasChosen = true; }
  function home() {
    write('sessionStorage', GAMES, '');
    write('sessionStorage', FOLLOWED, '');
    write('sessionStorage', TAB, '');
    window.location.assign(window.location.pathname.replace(/owner\/?$/, ''));
  }

  /* The button that was pressed last is busy until the server has answered. */
  let pressed = null;
  document.addEventListener('click', (event) => { pressed = event.target.closest('.gradio-container button'); }, true);
  const LONG_MS = 1200; // what takes longer says what is waited for
  let waiting = null, waitTimer = null;
  function showWaiting() {
    if (waiting) return;
    waiting = document.createElement('div');
    waiting.className = 'sm-waiting';
    waiting.setAttribute('role', 'status');
    waiting.textContent = window.SoundmarkText ? window.SoundmarkText.say('waiting') : '';
    document.querySelector('.gradio-container').append(waiting);
  }
  function busy() {
    if (pressed) pressed.setAttribute('aria-busy', 'true');
    seenBefore = new Set(seenActions());
    clearTimeout(waitTimer);
    waitTimer = setTimeout(showWaiting, LONG_MS);
  }
  function idle() {
    rest();
    clearTimeout(waitTimer);
    if (waiting) waiting.remove();
    waiting = null;
    document.querySelectorAll('[aria-busy="true"]').forEach((button) => button.removeAttribute('aria-busy'));
    document.dispatchEvent(new CustomEvent('soundmark-idle'));
  }
  function ticket() {
    return { player: window.SoundmarkWho.player() || player(), games: kept('sessionStorage', GAMES), said: kept('localStorage', SAID), query: query(), unlogged: read('localStorage', UNLOGGED) === 'yes' };
  }

  /* One choice for all modes: every tab's box shows it, also one that is drawn when its tab is opened. */
  function showUnlogged() {
    const isChosen = read('localStorage', UNLOGGED) === 'yes';
    document.querySelectorAll('[id$="-unlogged"] input').forEach((box) => { if (box.checked !== isChosen) box.click(); });
  }
  document.addEventListener('click', (event) => {
    if (event.target.closest('[role="tab"]')) [50, 400].forEach((ms) => setTimeout(showUnlogged, ms));
  });

  /* What has just come up where something was pressed must not take the second press of a double click. */
  const REST_MS = 500;
  let seenBefore = new Set();
  const seenActions = () => [...document.querySelectorAll('.sm-actions button')].filter((button) => button.offsetParent !== null);
  function rest() {
    seenActions().forEach((button) => {
      if (button.disabled || button === document.activeElement || seenBefore.has(button)) return;
      button.disabled = true;
      setTimeout(() => { button.disabled = false; }, REST_MS);
    });
  }

  window.SoundmarkPage = {
    known: window.SoundmarkWho.known,
    ticket,
    busy,
    idle,
    keepGame,
    said: (mode) => kept('localStorage', SAID)[mode] || {},
    keepSaid: (mode, told) => write('localStorage', SAID, JSON.stringify({ ...kept('localStorage', SAID), [mode]: { ...(kept('localStorage', SAID)[mode] || {}), ...told } })),
    keepUnlogged: (isChosen) => { write('localStorage', UNLOGGED, isChosen ? 'yes' : 'no'); showUnlogged(); },
    home,
    tabToOpen,
    choose,
    chosenByLink,
    mountHeader,
  };
})();
