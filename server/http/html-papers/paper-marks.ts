/** Maximum length of text that is searched, in UTF-16 code units. The page around the frame accepts no longer text. */
export const maxPaperText = 2_000_000;

/** Maximum number of marks on one paper, because more make a browser slow. */
const maxMarks = 2000;

/**
 * Runs in the frame of HTML papers, for search terms: the page around it gets the visible text, finds the words in it,
 * and sends back their positions. The words are marked with the CSS Custom Highlight API, which changes nothing in the
 * paper's own markup and is not printed. In a browser without this API, the current word is selected.
 *
 * Text in another block counts as another line. Text in a closed `<details>` is included: showing a mark there opens
 * it.
 */
export const paperMarks = `
const marks = (() => {
  let nodes = [];
  let starts = [];
  let ranges = [];
  const registry = globalThis.CSS && CSS.highlights;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('::highlight(found-word) { background-color: #ffe08a; color: #1c2330 } ::highlight(current-word) { background-color: #ff9e45; color: #000; text-decoration: underline 2px }');

  function read() {
    nodes = [];
    starts = [];
    const blocks = new Map();
    const unseen = 'script, style, noscript, template, textarea, select, title, head';
    const isSeen = (element) => !element.closest(unseen) && (element.closest('details:not([open])') || element.getClientRects().length > 0);
    function blockOf(element) {
      let block = element;
      while (block.parentElement && /^(inline$|contents$|ruby)/.test(getComputedStyle(block).display)) block = block.parentElement;
      return block;
    }
    let text = '';
    let last = null;
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && text.length < ${maxPaperText}; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.nodeType !== 3) {
        if (node.localName === 'br' || node.localName === 'hr') last = null;
        continue;
      }
      if (!blocks.has(element)) blocks.set(element, isSeen(element) ? blockOf(element) : null);
      const block = blocks.get(element);
      if (!block) continue;
      if (text && block !== last) text += '\\n';
      last = block;
      nodes.push(node);
      starts.push(text.length);
      text += node.data.replace(/\\s/g, ' ');
    }
    return text.slice(0, ${maxPaperText});
  }

  function pointAt(offset, isEnd) {
    let low = 0;
    let high = nodes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] < offset || (!isEnd && starts[middle] === offset)) low = middle;
      else high = middle - 1;
    }
    const node = nodes[low];
    return node && { node, offset: Math.min(Math.max(offset - starts[low], 0), node.data.length) };
  }

  function mark(spans) {
    ranges = [];
    for (let at = 0; at + 1 < spans.length && ranges.length < ${maxMarks}; at += 2) {
      const range = document.createRange();
      const start = pointAt(spans[at], false);
      const end = pointAt(spans[at + 1], true);
      if (start && end) {
        range.setStart(start.node, start.offset);
        range.setEnd(end.node, end.offset);
      }
      ranges.push(range);
    }
    if (!registry) return;
    registry.delete('current-word');
    registry.set('found-word', new Highlight(...ranges));
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  }

  function show(index) {
    const range = ranges[index];
    if (!range) return null;
    const element = range.startContainer.parentElement;
    for (let closed; (closed = element && element.closest('details:not([open])')); ) closed.open = true;
    if (element) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    if (registry) {
      const current = new Highlight(range);
      current.priority = 1;
      registry.set('current-word', current);
    } else {
      getSelection().removeAllRanges();
      getSelection().addRange(range);
    }
    const { top, bottom } = range.getBoundingClientRect();
    return { top: Math.max(0, top + scrollY), bottom: Math.max(0, bottom + scrollY) };
  }

  function clear() {
    ranges = [];
    if (!registry) return getSelection().removeAllRanges();
    registry.delete('found-word');
    registry.delete('current-word');
  }

  return { read, mark, show, clear };
})();
`;
