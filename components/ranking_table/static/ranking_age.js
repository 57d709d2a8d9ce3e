/* Keeps a ranking table up to date, and says when it is not: SoundmarkRankingAge.of(box, {refresh, every_s}). */
(function () {
  'use strict';
  if (window.SoundmarkRankingAge) return;
  const { el } = window.SoundmarkDom;
  const OLD_AFTER = 2.5; // times every_s: then the table says its age
  const TICKS = 4; // looks at the clock in every_s

  function clock(ms) {
    const when = new Date(ms), isToday = when.toDateString() === new Date().toDateString();
    return when.toLocaleString(window.SoundmarkText.language, isToday ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'medium' });
  }

  /* -> {element: the line that says the age, came(value): a new value is there} */
  function of(box, { refresh, every_s: seconds }) {
    const element = el('p.sm-ranking-age', { role: 'status' });
    element.hidden = true;
    let value = {}, cameAt = Date.now(), askedAt = Date.now();

    function press() {
      const button = refresh && document.querySelector(`#${refresh}`);
      if (!button) return;
      askedAt = Date.now();
      button.click();
    }
    function isCopying() {
      const selection = window.getSelection();
      return selection && !selection.isCollapsed && box.contains(selection.anchorNode);
    }
    function tell() {
      const isOld = seconds > 0 && Date.now() - cameAt > OLD_AFTER * seconds * 1000;
      const key = value.counting === 'anew' ? 'board_counting' : isOld ? 'board_as_of' : '';
      const text = key && value.as_of ? window.SoundmarkText.say(key, { time: clock(value.as_of) }) : '';
      if (element.textContent !== text) element.textContent = text;
      element.hidden = !text;
    }
    function came(next) {
      value = next;
      cameAt = Date.now();
      tell();
      if (value.counting) press();
    }
    function look() {
      const isSeen = !document.hidden && box.offsetParent !== null;
      if (!isSeen) return;
      tell();
      if (Date.now() - askedAt >= seconds * 1000 && !isCopying()) press();
    }
    if (refresh && seconds) {
      setInterval(look, seconds * 1000 / TICKS);
      document.addEventListener('visibilitychange', look);
    }
    return { element, came };
  }
  window.SoundmarkRankingAge = { of };
})();
