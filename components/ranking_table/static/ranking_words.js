/* A view of the ranking table in the reader's language: SoundmarkRankingWords.localised(view).
 *
 * Fixed words (headers, groups of people, marks) are known by their English form, and sentences by {key, params}; what
 * comes from outside, as a model's name, stays as it is.
 */
(function () {
  'use strict';
  if (window.SoundmarkRankingWords) return;
  const { say, name, language } = window.SoundmarkText;
  const COUNTED = [
    [/^Player (.{1,8})$/u, (id) => say('board_player', { id })],
    [/^Question (.{1,20})$/u, (id) => say('board_question', { id })],
    [/^Answers within ([\d,.]+) km$/, (km) => say('board_within', { km })],
    [/^Within ([\d,.]+) km$/, (km) => say('board_within_short', { km })],
    [/^partial: ([\d,]+) of ([\d,]+) questions$/, (n, all) => say('board_partial', { n, all })],
  ];

  function word(text) {
    if (typeof text !== 'string' || !text || language === 'en') return text;
    const key = `board_word_${text.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '')}`, found = say(key);
    if (found !== key) return found;
    const counted = COUNTED.map(([form, said]) => [form.exec(text), said]).find(([match]) => match);
    return counted ? counted[1](...counted[0].slice(1)) : name(text);
  }

  /* A sentence: {key, params}, whose params may be fixed words; or text as it is. */
  function sentence(told) {
    if (told === null || typeof told !== 'object') return told;
    return say(told.key, Object.fromEntries(Object.entries(told.params || {}).map(([param, value]) => [param, param === 'figure' ? word(value) : value])));
  }

  const isNamedOutside = (row) => row.kind === 'model' || (row.kind === 'baseline' && row.published);
  const label = (row) => (isNamedOutside(row) ? row.label : word(row.label));

  function localised(view) {
    const columns = (view.columns || []).map((column) => ({ ...column, label: word(column.label), name: word(column.name), unit: word(column.unit), group: word(column.group) }));
    const rows = (view.rows || []).map((row) => ({ ...row, label: label(row), tag: String(row.tag || '').split(', ').map(word).join(', '), badge: word(row.badge) }));
    return {
      ...view, columns, rows,
      label: word(view.label),
      group: word(view.group),
      caption: typeof view.caption === 'object' ? sentence(view.caption) : word(view.caption),
      message: sentence(view.message),
      note: (view.note || []).map(sentence),
      toggles: (view.toggles || []).map((toggle) => ({ ...toggle, label: word(toggle.label) })),
      defs: (view.defs || []).map(([figure, text]) => [word(figure), text]),
    };
  }
  window.SoundmarkRankingWords = { word, sentence, localised };
})();
