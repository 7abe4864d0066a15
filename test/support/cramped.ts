import type { Page } from 'playwright-core';
import { runInPage } from './run-in-page.ts';

/** A line of text on screen. */
type Line = { element: Element; text: string; box: DOMRect };

/**
 * Finds content that does not fit on the page: a page wider than its window, text or controls beyond the edge of the
 * page, text that a box cuts off, text that overlaps other text. Does not check text that a style shortens with an
 * ellipsis, elements with a scrollbar, text for screen readers only, tooltips, the invisible text over the reader's
 * pages, and the product's name in the header, which is hidden if it does not fit.
 */
export function findCrampedText(page: Page): Promise<string[]> {
  return runInPage(page, collectCrampedText, {
    calls: [
      findLines,
      isShortened,
      isSkipped,
      isForScreenReaders,
      isScrolledOut,
      clipToShortened,
      findBadlyPlacedLines,
      findControlsBeyondEdge,
      canScrollSideways,
      findOverlaps,
    ],
  });
}

// The functions below run in the page.

function collectCrampedText(): string[] {
  const pageWidth = document.documentElement.scrollWidth;
  const found = pageWidth > innerWidth ? [`the page is ${pageWidth} px wide in ${innerWidth}`] : [];
  const lines = findLines();
  found.push(...findBadlyPlacedLines(lines), ...findControlsBeyondEdge(), ...findOverlaps(lines));
  return [...new Set(found)];
}

function findLines(): Line[] {
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || isSkipped(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const visible = clipToShortened(element, box);
      if (visible && !isScrolledOut(element, visible)) lines.push({ element, text: text.slice(0, 40), box: visible });
    }
  }
  return lines;
}

function isShortened(style: CSSStyleDeclaration): boolean {
  return style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
}

function isSkipped(element: Element): boolean {
  return (
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('[inert], svg, select, .tooltip, .reader-text, [href="#content"], header a[href="/"]') !== null ||
    isForScreenReaders(element)
  );
}

function isForScreenReaders(element: Element | null): boolean {
  return (
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isForScreenReaders(element.parentElement))
  );
}

/** True if the line is above or below the visible part of a scrolling box. */
function isScrolledOut(element: Element, box: DOMRect): boolean {
  for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
    if (!['auto', 'scroll'].includes(getComputedStyle(each).overflowY)) continue;
    const frame = each.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    if (middle < frame.top || middle > frame.bottom) return true;
  }
  return false;
}

/** Returns the visible part of a line within a box that shortens its text; null for a line that is not shown at all. */
function clipToShortened(element: Element, box: DOMRect): DOMRect | null {
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (!isShortened(getComputedStyle(each))) continue;
    const frame = each.getBoundingClientRect();
    const bottom = Math.min(box.bottom, frame.bottom);
    const right = Math.min(box.right, frame.right);
    // From right to left, the end of a text is at its left.
    const left = Math.max(box.left, frame.left);
    if (bottom - box.top < box.height / 2 || right <= left) return null;
    return new DOMRect(left, box.top, right - left, bottom - box.top);
  }
  return box.width > 2 ? box : null;
}

function findBadlyPlacedLines(lines: readonly Line[]): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  for (const { element, text, box } of lines) {
    let mayScroll = false;
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const style = getComputedStyle(each);
      const frame = each.getBoundingClientRect();
      if (['auto', 'scroll'].includes(style.overflowX)) mayScroll = true;
      if (style.overflow === 'visible' || style.position === 'fixed' || mayScroll) continue;
      const scrollsDown = ['auto', 'scroll'].includes(style.overflowY);
      const isCut =
        box.right > frame.right + 2 ||
        box.left < frame.left - 2 ||
        (!scrollsDown && (box.bottom > frame.bottom + 4 || box.top < frame.top - 4));
      if (isCut) found.push(`"${text}" is cut off`);
    }
    if (!mayScroll && (box.right > width + 1 || box.left < -1)) found.push(`"${text}" is beyond the edge`);
  }
  return found;
}

function findControlsBeyondEdge(): string[] {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll('button, a[href], input, select, textarea')]
    .filter((control) => !isSkipped(control) && !canScrollSideways(control))
    .filter((control) => {
      const box = control.getBoundingClientRect();
      return box.right > width + 1 || box.left < -1;
    })
    .map((control) => `${control.getAttribute('aria-label') ?? control.tagName} is beyond the edge`);
}

function canScrollSideways(element: Element | null): boolean {
  return (
    element !== null &&
    element !== document.body &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || canScrollSideways(element.parentElement))
  );
}

function findOverlaps(lines: readonly Line[]): string[] {
  const found: string[] = [];
  const layerOf = (element: Element) => element.closest('header, dialog, .Toastify, .fixed') ?? document.body;
  const fromTop = lines
    .map((line) => ({ ...line, layer: layerOf(line.element) }))
    .toSorted((one, other) => one.box.top - other.box.top);
  for (const [index, first] of fromTop.entries()) {
    for (let next = index + 1; next < fromTop.length; next += 1) {
      const second = fromTop[next];
      if (!second || second.box.top >= first.box.bottom) break;
      if (first.element === second.element || first.layer !== second.layer) continue;
      const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const down = Math.min(first.box.bottom, second.box.bottom) - second.box.top;
      // The box of a line is taller than its letters, so neighbouring boxes may overlap slightly.
      if (across > 3 && down > Math.min(first.box.height, second.box.height) / 2.5)
        found.push(`"${first.text}" lies over "${second.text}"`);
    }
  }
  return found;
}
