import type { Page } from 'playwright-core';

/**
 * What does not fit on the page as it stands: a page wider than its window, words or controls beyond its edges, words cut
 * off by a box, words over other words. Words that a style shortens with an ellipsis on purpose (line clamps, truncation), what
 * scrolls by itself, what only screen readers get, tooltips, the unseen words over the reader's pictures, and the product's name beside its mark, which drops out of sight
 * where it has no room, are left out.
 */
export function findCrampedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth} px wide in ${innerWidth}`);
    const isShortened = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const isLeftOut = (element: Element) =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[inert], svg, select, .tooltip, .reader-text, [href="#content"], header a[href="/"]') !== null ||
      isForListeners(element);
    const isForListeners = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isForListeners(element.parentElement));

    type Words = { element: Element; text: string; box: DOMRect };
    const words: Words[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || isLeftOut(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const seen = clipToShortened(element, box);
        if (seen && !isScrolledAway(element, seen)) words.push({ element, text: text.slice(0, 40), box: seen });
      }
    }

    /** Whether the line waits above or below what a box that scrolls shows. */
    function isScrolledAway(element: Element, box: DOMRect): boolean {
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        if (!['auto', 'scroll'].includes(getComputedStyle(each).overflowY)) continue;
        const frame = each.getBoundingClientRect();
        const middle = (box.top + box.bottom) / 2;
        if (middle < frame.top || middle > frame.bottom) return true;
      }
      return false;
    }

    /** What is seen of a line within a box that shortens its words; null for a line that is not shown at all. */
    function clipToShortened(element: Element, box: DOMRect): DOMRect | null {
      for (let each: Element | null = element; each; each = each.parentElement) {
        if (!isShortened(getComputedStyle(each))) continue;
        const frame = each.getBoundingClientRect();
        const bottom = Math.min(box.bottom, frame.bottom);
        const right = Math.min(box.right, frame.right);
        if (bottom - box.top < box.height / 2 || right <= box.left) return null;
        return new DOMRect(box.left, box.top, right - box.left, bottom - box.top);
      }
      return box.width > 2 ? box : null;
    }

    for (const { element, text, box } of words) {
      let mayScroll = false;
      for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        const frame = each.getBoundingClientRect();
        if (['auto', 'scroll'].includes(style.overflowX)) mayScroll = true;
        if (style.overflow === 'visible' || style.position === 'fixed' || mayScroll) continue;
        const isCut =
          box.right > frame.right + 2 ||
          box.left < frame.left - 2 ||
          box.bottom > frame.bottom + 4 ||
          box.top < frame.top - 4;
        if (isCut) found.add(`"${text}" is cut off`);
      }
      if (!mayScroll && (box.right > width + 1 || box.left < -1)) found.add(`"${text}" is beyond the edge`);
    }

    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || canScroll(element.parentElement));
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea')) {
      if (isLeftOut(control) || canScroll(control)) continue;
      const box = control.getBoundingClientRect();
      if (box.right > width + 1 || box.left < -1)
        found.add(`${control.getAttribute('aria-label') ?? control.tagName} is beyond the edge`);
    }

    const layerOf = (element: Element) =>
      element.closest('header, dialog, [role="dialog"], .Toastify, .fixed') ?? document.body;
    const fromTop = words
      .map((word) => ({ ...word, layer: layerOf(word.element) }))
      .toSorted((one, other) => one.box.top - other.box.top);
    for (const [index, first] of fromTop.entries()) {
      for (let next = index + 1; next < fromTop.length; next += 1) {
        const second = fromTop[next]!;
        if (second.box.top >= first.box.bottom) break;
        if (first.element === second.element || first.layer !== second.layer) continue;
        const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
        const down = Math.min(first.box.bottom, second.box.bottom) - second.box.top;
        // Boxes of lines are taller than their letters: neighbours may touch, up to a third.
        if (across > 3 && down > Math.min(first.box.height, second.box.height) / 2.5)
          found.add(`"${first.text}" lies over "${second.text}"`);
      }
    }
    return [...found];
  });
}
