/* An answer as elements: window.SoundmarkAnswerText(nodes). A node is a text, or [name, ...nodes] with a name of the list.
 * ['say', key] is the page's own text of that key. Texts become text nodes, so that nothing of an answer is ever read as HTML, and nothing is fetched for it.
 */
(function () {
  'use strict';
  if (window.SoundmarkAnswerText) return;
  const NAMES = new Set(['p', 'h4', 'ul', 'ol', 'li', 'blockquote', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 'code', 'pre', 'hr', 'br']);

  function built(node) {
    if (!Array.isArray(node)) return document.createTextNode(String(node));
    const [name, ...inner] = node;
    if (name === 'say') return document.createTextNode(window.SoundmarkText.say(String(inner[0])));
    const box = NAMES.has(name) ? document.createElement(name) : document.createDocumentFragment();
    inner.forEach((one) => box.append(built(one)));
    return box;
  }
  window.SoundmarkAnswerText = (nodes) => (Array.isArray(nodes) ? nodes : []).map(built);
})();
