/* The end of a quiz game: SoundmarkQuizSummary.mount(element, props, trigger, watch).
 *
 * props.value {id, kind, seed, right, answered, passed, n_counted, best_streak, share: [line],
 *   total_key,                                                of the words of the total; "right of n right" without
 *   groups: [{group, value, right, n, low, high}],            own result by group, interval of 95 %; a mean over groups
 *     has the value 'macro_mean', share instead of right, and perhaps no interval; what is scored by shares has no interval
 *     with people: {share, n, low, high} where others have answered the same questions
 *   race?: {kind, label, own, theirs, n, outcome: 'won' | 'lost' | 'drawn'},
 *   published: [{label, kind, source, shares: {value: share}}]}   figures of a paper for the same groups; source is a note
 */
(function () {
  'use strict';
  if (window.SoundmarkQuizSummary) return;
  const { el, mark, percent, drawn, focusIfLost } = window.SoundmarkDom;
  const say = (key, values) => window.SoundmarkText.say(key, values);

  function bar(kind, share, low, high) {
    return el(`span.sm-meter.sm-${kind}`, { 'aria-hidden': 'true' },
      el('i', { style: `width:${100 * share}%` }),
      low == null ? null : el('em', { style: `left:${100 * low}%;width:${100 * (high - low)}%` }));
  }

  function row(kind, label, share, note, low, high) {
    return el('tr', {},
      el('th', { scope: 'row' }, mark(kind, 15), ' ', label),
      el('td.sm-meter-cell', {}, bar(kind, share, low, high)),
      el('td', {}, percent(share)),
      el('td.sm-note-cell', {}, note));
  }

  /* What a share is of, and its interval where it has one. */
  function withInterval(share, { low, high }) {
    if (low == null) return share;
    return say(share ? 'share_and_interval' : 'interval', { share, low: percent(low), high: percent(high) });
  }

  function peopleNote(people) {
    return withInterval(say('n_answers', { n: people.n }), people);
  }

  function groupTable(value, one) {
    const published = value.published.filter((row) => row.shares[one.value] != null);
    const isMean = one.share != null, share = isMean ? one.share : one.right / one.n;
    const note = withInterval(isMean ? '' : one.is_score ? say('mean_of_n', { n: one.n }) : say('of_n', { right: one.right, n: one.n }), one);
    const own = row('you', say('you'), share, note, one.low, one.high);
    const people = one.people;
    return el('tbody', {},
      el('tr', {}, el('th.sm-group', { scope: 'rowgroup', colspan: 4 }, window.SoundmarkText[one.group === 'language' ? 'tongue' : 'name'](one.value))),
      own,
      people ? row('human', say('people_same_questions'), people.share, peopleNote(people), people.low, people.high) : null,
      ...published.map((paper) => row(paper.kind, paper.kind === 'model' ? paper.label : window.SoundmarkText.name(paper.label), paper.shares[one.value], window.SoundmarkText.note(paper.source))));
  }

  function ending(race) {
    const name = race.kind === 'baseline' ? window.SoundmarkText.name(race.label) : race.label;
    const key = { won: 'race_won', lost: 'race_lost', drawn: 'race_drawn' }[race.outcome];
    return el('p.sm-race', {}, mark(race.kind, 20), ' ', el('b', {}, say(key, { name, own: race.own, theirs: race.theirs })));
  }

  function mount(element, props, trigger, watch) {
    const card = element.querySelector('.sm-card');
    window.SoundmarkText.whenReady(() => drawn(props, watch, (value) => {
      if (!value.id) return;
      const shared = window.SoundmarkShareCard.shareBox(value.share);
      card.replaceChildren(...[
        el('p.sm-total', { tabindex: '-1' }, el('b', {}, say(value.total_key || 'right_of', { right: value.right, n: value.n_counted }))),
        el('p.sm-share-title', {}, say(`game_${value.kind}`, { seed: value.seed }), ' \u00b7 ', say('longest_run', { n: value.best_streak }),
          value.passed ? ` \u00b7 ${say('passed', { n: value.passed })}` : ''),
        value.race && value.race.n ? ending(value.race) : null,
        value.groups.length ? el('table.sm-answers.sm-quiz-groups', {}, el('caption', {}, say(value.published.length ? 'by_group' : 'by_group_alone')), ...value.groups.map((one) => groupTable(value, one))) : null,
        value.published.length ? el('p.sm-others', {}, say('published_note')) : null,
        ...shared,
      ].filter(Boolean));
      window.SoundmarkShareCard.fit(card);
      if (card.getBoundingClientRect().top < 0) card.scrollIntoView({ block: 'start' });
      focusIfLost(card.querySelector('.sm-total'));
    }));
  }
  window.SoundmarkQuizSummary = { mount };
})();
