/* The card at the end of a game: SoundmarkShareCard.mount(element, props, trigger, watch).
 *
 * props.value {id, title, total, max_total, max_points, rounds: [{number, place, points, km}], text,
 *   race?: {kind, label, own, theirs, n, outcome: 'won' | 'lost' | 'drawn'}}
 * In `text`, a line that starts with '?' or is '/' stands for this page's address with that query.
 */
(function () {
  'use strict';
  if (window.SoundmarkShareCard) return;
  const { el, mark, whole, distance, drawn, focusIfLost } = window.SoundmarkDom;

  function pageAddress() {
    return window.location.href.split(/[?#]/)[0];
  }
  function withAddress(text) {
    return text.split('\n').map((line) => (line === '/' ? pageAddress() : line.startsWith('?') ? pageAddress() + line : line)).join('\n');
  }

  async function copy(area, said) {
    try {
      await navigator.clipboard.writeText(area.value);
      said.textContent = 'Copied.';
    } catch (error) { // no permission, or no secure origin: then the person copies it
      area.focus();
      area.select();
      said.textContent = 'Press Ctrl+C or \u2318C to copy the marked text.';
    }
  }

  /* The text to share and the button that copies it. */
  function shareBox(written, copyLabel, textLabel) {
    const text = withAddress(written);
    const area = el('textarea', { readonly: true, rows: text.split('\n').length, 'aria-label': textLabel });
    area.value = text;
    const said = el('span', { role: 'status' });
    const button = el('button.sm-copy', { type: 'button' }, copyLabel);
    button.addEventListener('click', () => copy(area, said));
    return [area, el('p.sm-copy-row', {}, button, said)];
  }
  /* The text's box is as high as the text, once it is on the page. */
  function fit(card) {
    const area = card.querySelector('textarea');
    area.style.height = `${area.scrollHeight + 2}px`;
  }

  function ending(race) {
    if (!race.n) return null;
    const words = { won: 'You beat ', lost: 'You lost to ', drawn: 'A draw with ' };
    return el('p.sm-race', {}, mark(race.kind, 20), ' ', el('b', {}, words[race.outcome], race.label), `: ${whole(race.own)} to ${whole(race.theirs)}`);
  }

  function mount(element, props, trigger, watch) {
    const card = element.querySelector('.sm-card');
    drawn(props, watch, (value) => {
      if (!value.id) return;
      const rows = value.rounds.map((round) => el('tr', {},
        el('th', { scope: 'row' }, String(round.number)), el('td.sm-left-cell', {}, round.place),
        el('td', {}, round.km == null ? '\u2013' : distance(round.km)), el('td', {}, whole(round.points))));
      card.replaceChildren(...[
        el('p.sm-total', { tabindex: '-1' }, el('b', { 'data-total': Math.round(value.total) }, whole(value.total)), ` of ${whole(value.max_total)} points`),
        el('p.sm-share-title', {}, value.title),
        value.race ? ending(value.race) : null,
        el('table.sm-rounds', {}, el('caption.sm-hidden', {}, 'Your rounds'),
          el('thead', {}, el('tr', {}, ...['Round', 'Place', 'Distance', 'Points'].map((name) => el('th', { scope: 'col' }, name)))),
          el('tbody', {}, ...rows)),
        ...shareBox(value.text, 'Copy result', 'Text to share')].filter(Boolean));
      fit(card);
      focusIfLost(card.querySelector('.sm-total'));
    });
  }
  window.SoundmarkShareCard = { mount, shareBox, fit };
})();
