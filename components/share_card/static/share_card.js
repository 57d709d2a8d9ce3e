/* The card at the end of a game: SoundmarkShareCard.mount(element, props, trigger, watch).
 *
 * props.value {id, kind, seed, total, max_total, max_points, rounds: [{number, place, points, km}], share: [line],
 *   race?: {kind, label, own, theirs, n, outcome: 'won' | 'lost' | 'drawn'}}
 * A line of what is shared is a note, as texts.js says it; one that starts with '?' or is '/' stands for this page's
 * address with that query.
 */
(function () {
  'use strict';
  if (window.SoundmarkShareCard) return;
  const { el, mark, whole, distance, drawn, focusIfLost } = window.SoundmarkDom;
  const { say, note } = window.SoundmarkText;

  function pageAddress() {
    return window.location.href.split(/[?#]/)[0];
  }
  function withAddress(line) {
    return line === '/' ? pageAddress() : line.startsWith('?') ? pageAddress() + line : line;
  }

  async function copy(area, said) {
    try {
      await navigator.clipboard.writeText(area.value);
      said.textContent = say('copied');
    } catch (error) { // no permission, or no secure origin: then the person copies it
      area.focus();
      area.select();
      said.textContent = say('copy_yourself');
    }
  }

  /* The text to share and the button that copies it. */
  function shareBox(share) {
    const lines = share.map(note).map(withAddress);
    const area = el('textarea', { readonly: true, rows: lines.length, 'aria-label': say('text_to_share') });
    area.value = lines.join('\n');
    const said = el('span', { role: 'status' });
    const button = el('button.sm-copy', { type: 'button' }, say('copy_result'));
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
    const name = race.kind === 'baseline' ? window.SoundmarkText.name(race.label) : race.label;
    return el('p.sm-race', {}, mark(race.kind, 20), ' ', el('b', {}, say(`race_${race.outcome}`, { name, own: whole(race.own), theirs: whole(race.theirs) })));
  }

  function mount(element, props, trigger, watch) {
    const card = element.querySelector('.sm-card');
    window.SoundmarkText.whenReady(() => drawn(props, watch, (value) => {
      if (!value.id) return;
      const rows = value.rounds.map((round) => el('tr', {},
        el('th', { scope: 'row' }, String(round.number)), el('td.sm-left-cell', {}, round.place),
        el('td', {}, round.km == null ? '\u2013' : distance(round.km)), el('td', {}, whole(round.points))));
      card.replaceChildren(...[
        el('p.sm-total', { tabindex: '-1' }, el('b', { 'data-total': Math.round(value.total) }, whole(value.total)), ' ', say('of_points', { n: whole(value.max_total) })),
        el('p.sm-share-title', {}, say(`game_${value.kind}`, { seed: value.seed })),
        value.race ? ending(value.race) : null,
        el('table.sm-rounds', {}, el('caption.sm-hidden', {}, say('your_rounds')),
          el('thead', {}, el('tr', {}, ...['round', 'place', 'distance', 'points'].map((name) => el('th', { scope: 'col' }, say(`column_${name}`))))),
          el('tbody', {}, ...rows)),
        ...shareBox(value.share)].filter(Boolean));
      fit(card);
      focusIfLost(card.querySelector('.sm-total'));
    }));
  }
  window.SoundmarkShareCard = { mount, shareBox, fit };
})();
