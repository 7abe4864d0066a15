/** Yields the text nodes in an element, in document order. */
export function* textNodesOf(element: Element): Generator<Text, undefined> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) yield node;
}
