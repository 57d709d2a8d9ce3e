/* A view of the ranking table in the reader's language: SoundmarkRankingWords.localised(view, counted).
 *
 * Fixed words (headers, groups of people, marks) are known by their English form, and sentences by {key, params}; what
 * comes from outside, as a model's name, stays as it is. counted: [[form, key, names of its groups, those that are fixed
 * words themselves]], the fixed words with something in them. The view as it came is kept as `written`, for files.
 */
(function () {
  'use strict';
  if (window.SoundmarkRankingWords) return;
  const { el } = window.SoundmarkDom;
  const { say, name, note, whenReady, language } = window.SoundmarkText;

  function wordsOf(counted) {
    const forms = (counted || []).map(([form, ...said]) => [new RegExp(`^(?:${form})$`, 'u'), ...said]);

    function word(text) {
      if (typeof text !== 'string' || !text || language === 'en') return text;
      for (const [form, key, names, inner] of forms) {
        const found = form.exec(text);
        if (found) return say(key, Object.fromEntries(names.map((one, place) => [one, inner.includes(one) ? word(found[place + 1]) : found[place + 1]])));
      }
      const key = `board_word_${text.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '')}`, found = say(key);
      return found === key ? name(text) : found;
    }
    return word;
  }

  const isNamedOutside = (row) => row.printed || row.kind === 'model' || (row.kind === 'baseline' && row.published);

  function localised(view, counted) {
    const word = wordsOf(counted);
    const phrase = (text) => (text !== null && typeof text === 'object' ? note(text) : word(text));
    const columns = (view.columns || []).map((column) => ({ ...column, written: column, label: word(column.label), name: word(column.name), unit: word(column.unit), group: word(column.group) }));
    const rows = (view.rows || []).map((row) => ({
      ...row, written: row,
      label: isNamedOutside(row) ? row.label : word(row.label),
      tag: String(row.tag || '').split(/(, |; )/).map(word).join(''),
      badge: word(row.badge),
    }));
    return {
      ...view, columns, rows,
      label: phrase(view.label),
      group: word(view.group),
      caption: phrase(view.caption),
      message: note(view.message),
      note: (view.note || []).map(note),
      toggles: (view.toggles || []).map((toggle) => ({ ...toggle, label: word(toggle.label) })),
      defs: (view.defs || []).map(([figure, text]) => [word(figure), text]),
    };
  }

  /* What the columns mean: options {meanings: [[[header], note]], counted}. */
  function mountMeanings(element, props, trigger, watch, options) {
    const box = element.querySelector('.sm-ranking-meanings');
    whenReady(() => {
      const word = wordsOf(options.counted);
      box.replaceChildren(...options.meanings.flatMap(([headers, meaning]) => [el('dt', {}, headers.map(word).join(' · ')), el('dd', {}, note(meaning))]));
    });
  }
  window.SoundmarkRankingWords = { localised, mountMeanings };
})();
