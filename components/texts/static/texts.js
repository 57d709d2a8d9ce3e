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

  function say(key, values) {
    const text = texts[key];
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (values && values[name] != null ? String(values[name]) : whole));
  }
  /* The page's word for a category, a hop type or a language; a value without one is said as it is. */
  function name(value) {
    const key = `name_${String(value).toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
    return texts[key] === undefined ? String(value) : texts[key];
  }
  /* How a baseline of that name answers, in a sentence; '' for one that the page does not know. */
  function how(value) {
    const text = name(`how ${value}`);
    return text === `how ${value}` ? '' : text;
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
  function relabel() {
    for (const component of document.querySelectorAll('[class*="sm-say-"]:not([data-said])')) {
      const keys = new Set(Array.from(component.className.matchAll(/sm-say-(\w+)/g), (found) => found[1]));
      const nodes = document.createTreeWalker(component, NodeFilter.SHOW_TEXT);
      const said = component.soundmarkSaid || (component.soundmarkSaid = new Set());
      while (said.size < keys.size && nodes.nextNode()) {
        const key = [...keys].find((one) => !said.has(one) && nodes.currentNode.data.trim() === english[one]);
        if (key === undefined) continue;
        nodes.currentNode.data = say(key);
        said.add(key);
      }
      if (said.size === keys.size) component.dataset.said = language;
    }
  }
  if (language !== languageOfGradio()) {
    whenReady(() => {
      new MutationObserver(relabel).observe(document.body, { childList: true, characterData: true, subtree: true });
      relabel();
    });
  }

  const ready = loadAll();
  window.SoundmarkText = { say, name, how, whenReady, ready, language, bestLanguage, mount };
})();
