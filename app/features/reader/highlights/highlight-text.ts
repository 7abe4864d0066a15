import { colorOf, type Highlight, type HighlightColor } from './highlight.ts';

/** Yields the text nodes in an element, in document order. */
export function* textNodesOf(element: Element): Generator<Text, undefined> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) yield node;
}

/** A part of a text, from `start` to `end`, which is exclusive. */
type Span = { start: number; end: number };

/** Returns the spans in order. Joins spans that overlap or touch, so that no letter is highlighted twice. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) joined.push({ start: span.start, end: span.end });
  }
  return joined;
}

/** Attribute of the text layer of each page; its value is the page number. */
export const textOfPage = 'data-text-of-page';

/** Attribute of text that is not shown because it is in the other half of its page. */
const inOtherHalf = 'data-other-half';

/** Hides the text of the other half of the page; null shows the text of the whole page. Offsets in the text stay. */
export function hideOtherHalf(layer: HTMLElement, half: 'left' | 'right' | null): void {
  for (const part of layer.querySelectorAll(`[${inOtherHalf}]`)) part.removeAttribute(inOtherHalf);
  const page = layer.parentElement?.getBoundingClientRect();
  if (half === null || !page) return;
  const middle = page.left + page.width / 2;
  const parts = [...layer.querySelectorAll('span')].filter((part) => !part.querySelector('span'));
  const others = parts.filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    return (left + right) / 2 < middle !== (half === 'left');
  });
  for (const part of others) part.setAttribute(inOtherHalf, '');
}

/** Returns the selected text of every rendered page, as highlights; none if only whitespace is selected. */
export function readSelection(selection: Selection | null, container: HTMLElement): Highlight[] {
  if (!selection || selection.isCollapsed) return [];
  // Firefox makes several ranges of a selection over parts that cannot be selected.
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const layers = [...container.querySelectorAll<HTMLElement>(`[${textOfPage}]`)];
  return layers.flatMap((layer) => {
    const selected = ranges.flatMap((range) => spanIn(layer, range) ?? []);
    const spans = joinSpans(selected.flatMap((span) => shownPartsOf(layer, span)));
    const page = Number(layer.getAttribute(textOfPage));
    return spans.flatMap((span) => {
      const text = textBetween(layer, span.start, span.end);
      return text.trim() === '' ? [] : [{ page, ...span, text }];
    });
  });
}

/** Returns the page of the text that was clicked, and the offset in it of the clicked part; null for anything else. */
export function clickedText(target: EventTarget | null): { page: number; offset: number } | null {
  const layer = target instanceof Element ? target.closest<HTMLElement>(`[${textOfPage}]`) : null;
  if (!layer || target === layer || !(target instanceof Element)) return null;
  return { page: Number(layer.getAttribute(textOfPage)), offset: lengthBefore(layer, target, 0) };
}

/** Returns the part of a layer's text that is in a range. */
function spanIn(layer: HTMLElement, range: Range): Span | null {
  if (!range.intersectsNode(layer)) return null;
  const start = layer.contains(range.startContainer) ? lengthBefore(layer, range.startContainer, range.startOffset) : 0;
  const end = layer.contains(range.endContainer)
    ? lengthBefore(layer, range.endContainer, range.endOffset)
    : (layer.textContent ?? '').length;
  return { start, end };
}

/** Returns the parts of a span that are not hidden. */
function shownPartsOf(layer: HTMLElement, span: Span): Span[] {
  if (!layer.querySelector(`[${inOtherHalf}]`)) return [span];
  const parts: Span[] = [];
  let before = 0;
  for (const node of textNodesOf(layer)) {
    const part = { start: Math.max(span.start, before), end: Math.min(span.end, before + node.length) };
    if (part.start < part.end && !node.parentElement?.closest(`[${inOtherHalf}]`)) parts.push(part);
    before += node.length;
  }
  return parts;
}

/**
 * Returns the selected text of the pages, line by line as on the page; '' if none is selected. Browsers convert a selection to
 * text differently: Firefox puts a line break between all parts of a page.
 */
export function selectedText(container: HTMLElement): string {
  return readSelection(getSelection(), container)
    .map(({ text }) => text)
    .join('\n');
}

/** Returns a part of a layer's text, with a line break for each line of the page. */
function textBetween(layer: HTMLElement, start: number, end: number): string {
  let text = '';
  let before = 0;
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node && before < end; node = walker.nextNode()) {
    if (node instanceof HTMLBRElement && before > start) text += '\n';
    if (!(node instanceof Text)) continue;
    text += node.data.slice(Math.max(start - before, 0), Math.max(end - before, 0));
    before += node.length;
  }
  return text;
}

/** A part of a text with the look of the topmost highlight there. */
type MarkedSpan = Span & { color: HighlightColor; hasNote: boolean };

/**
 * Returns the marks of a page, in order and without overlaps: where highlights overlap, the one made last is on top. Parts
 * that touch and look the same are one mark.
 */
export function marksOf(highlights: readonly Highlight[]): MarkedSpan[] {
  const borders = [...new Set(highlights.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
  const marks: MarkedSpan[] = [];
  for (const [index, start] of borders.slice(0, -1).entries()) {
    const end = borders[index + 1] ?? start;
    const top = highlights.findLast((each) => each.start <= start && each.end >= end);
    if (!top) continue;
    const color = colorOf(top);
    const hasNote = top.note !== undefined;
    const last = marks.at(-1);
    if (last?.end === start && last.color === color && last.hasNote === hasNote) last.end = end;
    else marks.push({ start, end, color, hasNote });
  }
  return marks;
}

/** Wraps the highlights of a page's text in `<mark>`, after removing earlier marks. */
export function showHighlights(layer: HTMLElement, highlights: readonly Highlight[]): void {
  for (const mark of layer.querySelectorAll('mark')) {
    const parent = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    parent?.normalize();
  }
  for (const mark of marksOf(highlights)) wrap(layer, mark);
}

/** Returns the highlights whose mark contains this target; none for anything else. */
export function highlightsOfMark(target: EventTarget | null, highlights: readonly Highlight[]): Highlight[] {
  const mark = target instanceof Element ? target.closest('mark') : null;
  const layer = mark?.closest<HTMLElement>(`[${textOfPage}]`);
  if (!mark || !layer) return [];
  const page = Number(layer.getAttribute(textOfPage));
  const offset = lengthBefore(layer, mark, 0);
  return highlights.filter((each) => each.page === page && each.start <= offset && offset < each.end);
}

function wrap(layer: HTMLElement, span: MarkedSpan): void {
  const pieces: { node: Text; from: number; to: number }[] = [];
  let before = 0;
  for (const node of textNodesOf(layer)) {
    if (before >= span.end) break;
    const from = Math.max(span.start - before, 0);
    const to = Math.min(span.end - before, node.length);
    if (from < to) pieces.push({ node, from, to });
    before += node.length;
  }
  for (const { node, from, to } of pieces) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const mark = document.createElement('mark');
    mark.dataset['color'] = span.color;
    if (span.hasNote) mark.dataset['note'] = '';
    range.surroundContents(mark);
  }
}

function lengthBefore(layer: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.selectNodeContents(layer);
  range.setEnd(node, offset);
  return range.toString().length;
}
