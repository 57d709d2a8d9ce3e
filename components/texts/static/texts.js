/* The page's own texts in the reader's language: SoundmarkText.say('n_others', {n: 3}).
 *
 * One JSON file a language lies beside this script, and in each folder that a meta element soundmark-texts names; English
 * stands in for what is missing.
 */
(function () {
  'use strict';
  if (window.SoundmarkText) return;
  const LANGUAGES = ['en', 'zh-TW', 'zh-CN', 'ru', 'th', 'bn'];
  const HERE = document.currentScript.src.replace(/[^/]*$/, '');
  let texts = {}, english = {}, isReady = false;
  const waiting = [];

  /* zh-Hant-HK is Traditional, zh and zh-SG are Simplified; another region of a language is that language. */
  function bestLanguage(wanted) {
    for (const tag of wanted) {
      const parts = tag.toLowerCase().split('-');
      if (parts[0] === 'zh') return parts.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
      if (LANGUAGES.includes(parts[0])) return parts[0];
    }
    return 'en';
  }
  const language = bestLanguage(navigator.languages && navigator.languages.length ? navigator.languages : [navigator.language || 'en']);

  const FOLDERS = [HERE, ...Array.from(document.querySelectorAll('meta[name="soundmark-texts"]'), (meta) => meta.content)];

  async function load(folder, name) {
    const answer = await fetch(`${folder}${name}.json`).catch(() => null) || await fetch(`${folder}${name}.json`); // once more after a lost line
    if (!answer.ok) throw new Error(`No texts in ${name}`);
    return answer.json();
  }
  const loadLanguage = async (name) => Object.assign({}, ...await Promise.all(FOLDERS.map((folder) => load(folder, name).catch(() => ({})))));
  async function loadAll() {
    const found = await Promise.all((language === 'en' ? ['en'] : ['en', language]).map(loadLanguage));
    english = found[0];
    texts = Object.assign({}, ...found);
    isReady = true;
    waiting.splice(0).forEach((draw) => draw());
  }

  /* {n} is a value; {n:round|rounds} is the form of a word that goes with the number n: one, few, many of the language. */
  const plurals = new Intl.PluralRules(language), FORM = { one: 0, few: 1, many: 2 };
  function form(value, forms) {
    const kind = plurals.select(Number(String(value).replace(/,/g, '')));
    return forms[Math.min(FORM[kind] === undefined ? 1 : FORM[kind], forms.length - 1)];
  }
  function say(key, values) {
    const text = texts[key];
    if (text === undefined) return key;
    return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (whole, name, forms) => {
      const value = values ? values[name] : null;
      if (value == null) return whole;
      return forms === undefined ? note(value) : form(value, forms.split('|'));
    });
  }
  /* What a note says: words as they are, {key, params}, {name} of a category or a baseline, or {text}. */
  function note(value) {
    if (value === null || typeof value !== 'object') return value == null ? '' : String(value);
    if (value.key && texts[value.key] !== undefined) return say(value.key, value.params);
    return value.name === undefined ? value.text || value.key || '' : name(value.name);
  }
  /* The page's word for a category, a hop type or a language; a value without one is said as it is. */
  function name(value) {
    const key = `name_${String(value).toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
    return texts[key] === undefined ? String(value) : texts[key];
  }
  /* A language by its code, in the page's words or else in the browser's; one that neither knows is said by its code. */
  function tongue(code) {
    const own = name(code);
    if (own !== code) return own;
    let found = code;
    try { found = new Intl.DisplayNames([language], { type: 'language' }).of(code) || code; } catch (error) { /* its code is said */ }
    return found === code ? code : found.charAt(0).toLocaleUpperCase(language) + found.slice(1);
  }
  /* How a baseline of that name answers in a mode, in a sentence; '' for one that the page does not know. */
  function how(value, mode) {
    for (const asked of [`how ${mode} ${value}`, `how ${value}`]) {
      const text = name(asked);
      if (text !== asked) return text;
    }
    return '';
  }
  const whenReady = (draw) => { if (isReady) draw(); else waiting.push(draw); };

  /* Fixed texts on the page: options {parts: [[tag, key]]}. */
  function mount(element, props, trigger, watch, options) {
    const box = element.querySelector('.sm-said');
    whenReady(() => box.replaceChildren(...options.parts.map(([tag, key]) => window.SoundmarkDom.el(tag, { lang: language }, say(key)))));
  }

  /* Gradio says our texts on its own components in the browser's first language when it speaks that itself, else in
   * English: then the texts of each component with classes sm-say-KEY are put in here. */
  const GRADIO_SPEAKS = ['en', 'zh-TW', 'zh-CN', 'ru', 'th'];
  function languageOfGradio() {
    const first = navigator.language || '';
    return [first, first.split('-')[0]].find((tag) => GRADIO_SPEAKS.includes(tag)) || 'en';
  }
  /* A component of several texts may say another one later: it is looked at every time. */
  function relabel() {
    for (const component of document.querySelectorAll('[class*="sm-say-"]:not([data-said])')) {
      const keys = Array.from(component.className.matchAll(/sm-say-(\w+)/g), (found) => found[1]);
      const nodes = document.createTreeWalker(component, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (count < keys.length && nodes.nextNode()) {
        const key = keys.find((one) => nodes.currentNode.data.trim() === english[one] && say(one) !== english[one]);
        if (key === undefined) continue;
        nodes.currentNode.data = say(key);
        count += 1;
      }
      if (count && keys.length === 1) component.dataset.said = language;
    }
    /* A tab has no class of its own; its text is named by its id. */
    for (const tab of document.querySelectorAll('[role="tab"][data-tab-id]')) {
      const key = `board_${tab.dataset.tabId}`, node = tab.firstChild;
      if (node && node.nodeType === Node.TEXT_NODE && node.data.trim() === english[key] && say(key) !== english[key]) node.data = say(key);
    }
  }
  /* Gradio's names of the kinds of toasts, and the notes in them. */
  const TOASTS = { Error: 'toast_error', Warning: 'toast_warning', Info: 'toast_info' };
  function sayToasts() {
    for (const place of document.querySelectorAll('.sm-told[content]:not([data-said])')) {
      place.dataset.said = language;
      try { place.textContent = note(JSON.parse(place.getAttribute('content'))); } catch (error) { /* the English sentence stays */ }
    }
    for (const title of document.querySelectorAll('.toast-title-row span')) {
      const first = title.firstChild, key = first && first.nodeType === Node.TEXT_NODE && TOASTS[first.data.trim()];
      if (key) first.data = `${say(key)} `;
    }
    document.querySelectorAll('.toast-close[aria-label="Close"]').forEach((button) => button.setAttribute('aria-label', say('toast_close')));
  }
  if (language !== 'en') {
    whenReady(() => {
      document.documentElement.lang = language;
      const sayAll = () => { if (language !== languageOfGradio()) relabel(); sayToasts(); };
      new MutationObserver(sayAll).observe(document.body, { childList: true, characterData: true, subtree: true });
      sayAll();
    });
  }

  const ready = loadAll();
  window.SoundmarkText = { say, note, name, tongue, how, whenReady, ready, language, bestLanguage, mount };
})();
