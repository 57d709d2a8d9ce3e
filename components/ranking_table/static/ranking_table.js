/* A ranking as a table: SoundmarkRankingTable.mount(element, props, trigger, watch).
 *
 * props.value {
 *   caption: text,
 *   columns: [{id, label, name?: long name, unit?: text, group?: header over neighbours, type, max?, percent?}],
 *     type rank: whole number, least first.      who: the row's mark and label (one column, cells ignored).
 *          count: whole number.                  bar: {value, low, high}, drawn on 0..max; low and high may be null.
 *          percent: a narrow bar of 0..1.        A bar with percent: true is said in per cent too.
 *          km: kilometres, least is best.        share: 0..1, most is best.      rate: 0..1, of something unwanted.
 *          printed: {text, value}, shown as it is printed elsewhere, sorted by value; better?: more or less.
 *          figure: {value, low, high}, with digits?: decimals; better?: as above.    words: a text.
 *   rows: [{kind: you|human|model|baseline, label, tag?: small words, badge?: word in a frame, printed?: its label is as a paper has it, own: bool, muted: bool, provisional?: after all others by any figure, cells: {column id: value or null}, best: [column id]}],
 *   sort: {column, order: ascending|descending}, as the rows come,
 *   toggles?: [{field, label}]: a button shows or hides the rows in which this field is true, but never the own row,
 *   note: [sentence: text, or a note, as texts.js says it; so may caption, message and the label of a view be],
 *   defs?: [[figure, what it is]],
 *   views?: [this again, each with id, label, group?: in the list of views, source?: where its figures are from],
 *   message: sentence shown instead of all this,
 *   as_of?: when this was counted, in milliseconds since 1970,
 *   counting?: 'anew' when newer answers are being counted, 'first' when there is nothing to show yet: then a new value is asked for
 * }
 * options { counted: as ranking_words.js has it, board: name in links, label: of the value itself in the list of views, more: [views that never change], cite: [note], refresh: id of a button that is pressed every_s seconds while the table is seen }
 */
(function () {
  'use strict';
  if (window.SoundmarkRankingTable) return;
  const { el, mark, whole, drawn } = window.SoundmarkDom;
  const { say, note, whenReady } = window.SoundmarkText;
  const { localised } = window.SoundmarkRankingWords;
  const { csvOf, linkOf, linkedState, matches, save } = window.SoundmarkRankingTools;
  const NONE = '\u2013';
  const FIRST = { rank: 'ascending', who: 'ascending', km: 'ascending', rate: 'ascending', words: 'ascending' };
  const firstOrder = (column) => (column.better === 'less' ? 'ascending' : FIRST[column.type] || 'descending');

  /* 0 % and 100 % are said only where they are exact. */
  function share(value) {
    if (value > 0 && value < 0.005) return '< 1 %';
    if (value < 1 && value >= 0.995) return '> 99 %';
    return `${Math.round(value * 100)} %`;
  }
  function km(value) {
    if (value < 1) return value.toFixed(2);
    return value < 10 ? value.toFixed(1) : whole(value);
  }
  const FORMATS = { rank: String, count: whole, km, share, rate: share };

  const number = (cell) => (cell !== null && typeof cell === 'object' ? cell.value : cell);
  const keyOf = (row, column) => (column.type === 'who' ? row.label : number(row.cells[column.id]));

  /* Rows without a figure come last, whichever way, and before them those whose figures say little; equal rows stay as
   * they came. */
  function sorted(rows, column, order) {
    const sign = order === 'ascending' ? 1 : -1, isFigure = !['who', 'words', 'count'].includes(column.type);
    return [...rows].sort((a, b) => {
      const x = keyOf(a, column), y = keyOf(b, column);
      if (isFigure && x != null && y != null && !a.provisional !== !b.provisional) return a.provisional ? 1 : -1;
      if (x == null || y == null) return (x == null) - (y == null);
      return sign * (typeof x === 'string' ? x.localeCompare(y, 'en', { numeric: true }) : x - y);
    });
  }

  const perCent = (value) => `${(value * 100).toFixed(1)} %`;
  const rounded = (value) => String(Math.round(value * 100));
  const WORDS = {
    bar: { said: whole, ends: (low, high) => say('board_from_to', { low: whole(low), high: whole(high) }), without: () => say('board_no_interval') },
    percentBar: { said: perCent, ends: (low, high) => `${say('board_from_to', { low: rounded(low), high: rounded(high) })} %`, without: () => say('board_no_interval') },
    percent: { said: perCent, ends: (low, high) => `${rounded(low)}\u2013${rounded(high)}`, without: () => '' },
  };

  function barCell(cell, column) {
    const words = WORDS[column.type === 'bar' && column.percent ? 'percentBar' : column.type];
    const at = (value) => `${Math.max(0, Math.min(100, 100 * value / (column.max || 1)))}%`;
    const has = cell.low != null && cell.high != null;
    const whisker = has ? el('u', { style: `left:${at(cell.low)};right:calc(100% - ${at(cell.high)})` }) : null;
    return [
      el('span.sm-ranking-value', {}, words.said(cell.value)),
      el('span.sm-ranking-bar', { 'aria-hidden': 'true' }, el('i', { style: `width:${at(cell.value)}` }), whisker),
      el('small', {}, has ? words.ends(cell.low, cell.high) : words.without()),
    ];
  }

  /* A figure in its own unit, and beneath it the interval, where there is one. */
  function figureCell(cell, column) {
    const said = (value) => value.toLocaleString('en', { minimumFractionDigits: column.digits || 0, maximumFractionDigits: column.digits || 0 });
    const has = cell.low != null && cell.high != null;
    return [said(cell.value), el('small', {}, has ? `${said(cell.low)}\u2013${said(cell.high)}` : '')];
  }

  function cellOf(row, column) {
    if (column.type === 'who') {
      return el('th.sm-ranking-who', { scope: 'row' }, row.kind ? mark(row.kind, 16) : null,
        el('span', {}, el('b', {}, row.label), row.badge || row.tag ? el('small', {}, row.badge ? el('span.sm-badge', {}, row.badge) : null, row.badge ? ' ' : null, row.tag) : null));
    }
    const cell = row.cells[column.id];
    const classes = `td.sm-ranking-${column.type}${column.percent ? '.sm-percents' : ''}${row.best.includes(column.id) ? '.sm-best' : ''}`;
    if (column.type === 'printed' && cell != null) return el(classes, {}, cell.text);
    if (column.type === 'figure' && cell != null) return el(classes, {}, ...figureCell(cell, column));
    if (column.type === 'words' && cell) return el(`${classes}.sm-words`, {}, cell);
    if (cell == null || cell === '') return el(column.type === 'words' ? `${classes}.sm-words` : classes, {}, el('span', { 'aria-hidden': 'true' }, NONE), el('span.sm-hidden', {}, say('board_none')));
    return el(classes, {}, ...(column.type === 'bar' || column.type === 'percent' ? barCell(cell, column) : [FORMATS[column.type](cell)]));
  }

  function headCell(column, state, sortBy, rowspan) {
    const order = state.column === column.id ? state.order : 'none';
    const button = el('button', { type: 'button', 'data-column': column.id, title: say('board_sort_by', { name: column.name || column.label }) },
      el('span', {}, el('span.sm-ranking-label', {}, column.label), column.name ? el('span.sm-hidden', {}, ` (${column.name})`) : null,
        column.unit ? el('small', {}, column.unit) : null));
    button.addEventListener('click', () => sortBy(column));
    return el(`th.sm-ranking-${column.type}`, { scope: 'col', rowspan, 'aria-sort': order }, button);
  }

  /* Two header rows: columns of a group stand under its name, the others span both. */
  function head(columns, state, sortBy) {
    const top = [], below = [];
    columns.forEach((column, i) => {
      if (!column.group) { top.push(headCell(column, state, sortBy, 2)); return; }
      below.push(headCell(column, state, sortBy, 1));
      if (i > 0 && columns[i - 1].group === column.group) return;
      const span = columns.filter((other) => other.group === column.group).length;
      top.push(el('th.sm-ranking-group', { scope: 'colgroup', colspan: span }, column.group));
    });
    return el('thead', {}, el('tr', {}, ...top), el('tr', {}, ...below));
  }

  /* What a new drawing must give the focus back to, as a selector; null when that is nothing in it. */
  function focusedIn(box) {
    const active = document.activeElement;
    if (!active || !box.contains(active)) return null;
    const { column, field } = active.dataset;
    if (column) return `thead button[data-column="${CSS.escape(column)}"]`;
    if (field) return `.sm-ranking-toggles button[data-field="${CSS.escape(field)}"]`;
    return ['.sm-ranking-scroll', '.sm-ranking-defs > summary'].find((selector) => active.matches(selector)) || null;
  }

  function mount(element, props, trigger, watch, options) {
    const box = element.querySelector('.sm-ranking');
    const age = window.SoundmarkRankingAge.of(box, options);
    const state = { view: '', find: '', hidden: new Set(), sorts: {}, isDefined: false, ...linkedState(options.board) };
    let views = [], tools = null;

    const shownView = () => views.find((view) => view.id === state.view) || views[0];
    const sortOf = (view) => {
      const kept = state.sorts[view.id];
      return kept && view.columns.some((one) => one.id === kept.column) ? kept : view.sort;
    };

    function rowsOf(view) {
      const { column: id, order } = sortOf(view);
      const column = view.columns.find((one) => one.id === id);
      const asGiven = column === undefined || (id === view.sort.column && order === view.sort.order);
      const hidden = (view.toggles || []).filter(({ field }) => state.hidden.has(field));
      const shown = view.rows.filter((row) => (row.own || !hidden.some(({ field }) => row[field])) && matches(row, state.find));
      return asGiven ? shown : sorted(shown, column, order);
    }

    function table(view, rows) {
      const sort = sortOf(view);
      function sortBy(wanted) {
        const turn = { ascending: 'descending', descending: 'ascending' };
        state.sorts[view.id] = { column: wanted.id, order: sort.column === wanted.id ? turn[sort.order] : firstOrder(wanted) };
        redraw();
      }
      return el('table', {},
        el('caption', {}, el('span', {}, view.caption)),
        head(view.columns, sort, sortBy),
        el('tbody', {}, ...rows.map((row) =>
          el(`tr${row.kind ? `.sm-${row.kind}` : ''}${row.own ? '.sm-own' : ''}${row.muted ? '.sm-muted' : ''}`, {}, ...view.columns.map((one) => cellOf(row, one))))));
    }

    function toggles(view) {
      if (!(view.toggles || []).length) return null;
      return el('div.sm-ranking-toggles', { role: 'group', 'aria-label': say('board_rows_shown') }, ...view.toggles.map(({ field, label }) => {
        const button = el('button', { type: 'button', 'data-field': field, 'aria-pressed': String(!state.hidden.has(field)) }, label);
        button.addEventListener('click', () => {
          if (!state.hidden.delete(field)) state.hidden.add(field);
          redraw();
        });
        return button;
      }));
    }

    function definitions(view) {
      if (!(view.defs || []).length) return null;
      const list = el('dl', {}, ...view.defs.flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, text)]));
      const details = el('details.sm-ranking-defs', {}, el('summary', {}, say('board_definitions')), el('p.sm-ranking-note', {}, say('board_definitions_language')), list);
      details.open = state.isDefined;
      details.addEventListener('toggle', () => { state.isDefined = details.open; });
      return details;
    }

    whenReady(() => begin(window.SoundmarkRankingTools.toolbar({
      cite: options.cite || [],
      chosen: (id) => { state.view = id; redraw(); },
      sought: (text) => { state.find = text; redraw(); },
      link: () => linkOf(options.board, shownView().id, sortOf(shownView()), state),
      download: () => save(`${shownView().file || `soundmark-${options.board || 'table'}`}.csv`, csvOf(shownView(), rowsOf(shownView()))),
    })));

    function begin(made) {
      tools = made;
      drawn(props, watch, show);
    }
    function redraw() {
      const view = shownView(), rows = rowsOf(view);
      const scroll = box.querySelector('.sm-ranking-scroll');
      const { scrollLeft, scrollTop } = scroll || { scrollLeft: 0, scrollTop: 0 };
      const focused = focusedIn(box);
      const region = el('div.sm-ranking-scroll', { role: 'region', tabindex: 0, 'aria-label': say('board_scroll', { caption: view.caption }) }, table(view, rows));
      tools.show(views, view, rows.length, state.find);
      // The tools stay where they are, so that whoever types in them keeps the cursor.
      const below = [age.element, toggles(view), region, ...(view.note || []).map((text) => el('p.sm-ranking-note', {}, text)), definitions(view)].filter(Boolean);
      [...box.children].forEach((child) => { if (child !== tools.element) child.remove(); });
      if (tools.element.parentNode !== box) box.append(tools.element);
      box.append(...below);
      region.scrollLeft = scrollLeft;
      region.scrollTop = scrollTop;
      // The last column that is cut off fades, so that one sees that there are more.
      const fade = () => region.classList.toggle('sm-more', region.scrollLeft + region.clientWidth < region.scrollWidth - 2);
      region.addEventListener('scroll', fade, { passive: true });
      new ResizeObserver(fade).observe(region);
      if (focused && box.querySelector(focused)) box.querySelector(focused).focus({ preventScroll: true });
    }

    function show(value) {
      age.came(value);
      if (value.counting === 'first') value = { message: { key: 'board_counting_first' } };
      if (value.message && !(options.more || []).length) { box.replaceChildren(el('p.sm-ranking-message', { role: 'status' }, note(value.message)), ...(value.note || []).map((text) => el('p.sm-ranking-note', {}, note(text)))); return; }
      if (!value.message && !Array.isArray(value.rows)) return; // nothing has come yet
      const now = value.message ? { columns: [], rows: [], sort: {}, caption: value.message, note: value.note || [] } : value;
      views = [{ ...now, id: 'now', label: options.label || 'Ranking', group: 'From the answers here' }, ...(value.views || []), ...(options.more || [])].map((view) => localised(view, options.counted));
      redraw();
    }
  }
  window.SoundmarkRankingTable = { mount };
})();
