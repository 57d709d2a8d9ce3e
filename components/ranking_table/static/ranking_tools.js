/* What stands over a ranking table: which view, a search, a link to exactly this view, the rows as CSV, how to cite. */
(function () {
  'use strict';
  if (window.SoundmarkRankingTools) return;
  const { el } = window.SoundmarkDom;
  const { say, note } = window.SoundmarkText;
  const MAX_CHARS = 80;
  const NAME = /^[A-Za-z0-9_.-]{1,80}$/;

  /* The state that the page's address names for this board; an address may hold anything. */
  function linkedState(board) {
    const asked = new URLSearchParams(window.location.search);
    if (!board || asked.get('board') !== board) return {};
    const named = (name) => (NAME.test(asked.get(name) || '') ? asked.get(name) : '');
    const view = named('view') || 'now', sort = named('sort'), order = asked.get('order') === 'ascending' ? 'ascending' : 'descending';
    return {
      view,
      find: (asked.get('find') || '').slice(0, MAX_CHARS),
      hidden: new Set((asked.get('hide') || '').split(',').filter((field) => NAME.test(field)).slice(0, 20)),
      sorts: sort ? { [view]: { column: sort, order } } : {},
    };
  }

  function linkOf(board, view, sort, { find, hidden }) {
    const link = new URLSearchParams({ mode: 'leaderboard', board: board || '', view });
    if (sort.column) { link.set('sort', sort.column); link.set('order', sort.order); }
    if (hidden.size) link.set('hide', [...hidden].join(','));
    if (find) link.set('find', find);
    const beside = board && document.querySelector(`.sm-selects[data-board="${CSS.escape(board)}"]`); // lists that choose what is counted
    if (beside) new URLSearchParams(beside.dataset.params).forEach((value, name) => link.set(name, value));
    return `${window.location.origin}${window.location.pathname}?${link}`;
  }

  const plain = (text) => String(text == null ? '' : text).normalize('NFKC').toLowerCase();
  function matches(row, find) {
    if (!find.trim()) return true;
    const words = Object.values(row.cells).filter((cell) => typeof cell === 'string');
    return plain([row.label, row.tag, row.badge, ...words].join(' ')).includes(plain(find.trim()));
  }

  /* Where a spreadsheet could begin to read a formula: at the start of a cell, or after what some take for its end. */
  const FORMULA_START = /(?<![^;\t\r\n])(?=[^\S;\t\r\n]*"*[^\S;\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;
  function csvCell(value) {
    if (value == null) return '';
    if (typeof value === 'number') return String(value);
    const text = Number.isNaN(Number(value)) ? String(value).replace(FORMULA_START, "'") : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  /* In English, whatever the reader's language: programs read it. */
  function csvOf(view, shown) {
    const columns = view.columns.map((column) => column.written).filter((column) => column.type !== 'who'), rows = shown.map((row) => row.written);
    const withEnds = (column) => ['bar', 'percent', 'figure'].includes(column.type);
    const titled = (column) => [column.group, column.name || column.label, column.unit && !withEnds(column) ? `(${column.unit})` : ''].filter(Boolean).join(' ');
    const heads = columns.flatMap((column) => (withEnds(column) ? [titled(column), `${titled(column)} 95 % from`, `${titled(column)} 95 % to`] : [titled(column)]));
    const lines = rows.map((row) => [row.label, row.tag, row.badge || 'logged here', ...columns.flatMap((column) => {
      const cell = row.cells[column.id];
      if (withEnds(column)) return cell == null ? [null, null, null] : [cell.value, cell.low, cell.high];
      return [cell !== null && typeof cell === 'object' ? cell.text : cell];
    })]);
    const about = view.source ? [['Source', view.source]] : [];
    return '\ufeff' + [['Who', 'Detail', 'Figures', ...heads], ...lines, ...about].map((line) => line.map(csvCell).join(',')).join('\r\n') + '\r\n';
  }

  function save(name, text) {
    const link = el('a', { download: name });
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async function copied(text) {
    try { await navigator.clipboard.writeText(text); return true; } catch (error) { return false; }
  }

  function button(label, name) {
    return el('button.sm-ranking-tool', { type: 'button', 'data-tool': name }, label);
  }

  /* actions {chosen(id), sought(text), link(), download(), cite: [note]} -> {element, show(views, view, rows shown, text sought)} */
  function toolbar(actions) {
    const select = el('select', { 'aria-label': say('board_which_table') });
    const search = el('input', { type: 'search', placeholder: say('board_find'), 'aria-label': say('board_find'), maxlength: MAX_CHARS });
    const told = el('span.sm-ranking-told', { role: 'status' });
    const address = el('input.sm-ranking-address', { type: 'text', readonly: true, 'aria-label': say('board_link') });
    const link = button(say('board_copy_link'), 'link'), csv = button(say('board_csv'), 'csv');
    const cite = actions.cite.length ? el('details.sm-ranking-cite', {}, el('summary', {}, say('board_cite')), el('pre', {}, actions.cite.map(note).join('\n'))) : null;
    address.hidden = true;
    select.addEventListener('change', () => actions.chosen(select.value));
    search.addEventListener('input', () => actions.sought(search.value));
    csv.addEventListener('click', actions.download);
    link.addEventListener('click', async () => {
      const text = actions.link(), isCopied = await copied(text);
      address.hidden = isCopied; // a browser that forbids copying still shows what to copy
      address.value = text;
      if (isCopied) told.textContent = say('board_link_copied'); else address.select();
    });
    const element = el('div.sm-ranking-tools', {}, select, search, link, csv, told, address, cite);
    let listed = '';

    function show(views, view, count, find) {
      const ids = JSON.stringify(views.map(({ id, label }) => [id, label]));
      if (ids !== listed) {
        listed = ids;
        const groups = [...new Set(views.map((one) => one.group || ''))];
        select.replaceChildren(...groups.map((group) => el('optgroup', { label: group },
          ...views.filter((one) => (one.group || '') === group).map(({ id, label }) => el('option', { value: id }, label)))));
      }
      select.value = view.id;
      select.hidden = views.length < 2;
      if (document.activeElement !== search) search.value = find;
      told.textContent = find.trim() ? say('board_found', { n: count, all: view.rows.length }) : '';
    }
    return { element, show };
  }
  window.SoundmarkRankingTools = { csvOf, linkOf, linkedState, matches, save, toolbar };
})();
