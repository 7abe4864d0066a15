import type { Page } from 'playwright-core';
import { runInPage } from './run-in-page.ts';

declare global {
  interface Window {
    /** The elements that Tab has visited so far. */
    visitedStops?: Set<Element>;
    /** Appearance of the previously inspected control while it had the focus. */
    inspectedBefore?: { marked: HTMLElement; outline: string; name: string };
    /** Red, green, blue (0 to 255) and alpha (0 to 1), by CSS colour. */
    knownColours?: Map<string, number[]>;
  }
}

/**
 * Returns faults in the display of the focused element. A container that has the focus only for scrolling or scripts
 * needs no outline.
 */
export async function findFocusFaults(page: Page): Promise<string[]> {
  return (await inspectFocus(page, { isStop: false })) ?? [];
}

/**
 * Does the same for an element reached with Tab, and records it as visited; null if nothing has the focus, or if the
 * element was visited before.
 */
export function inspectStop(page: Page): Promise<string[] | null> {
  return inspectFocus(page, { isStop: true });
}

function inspectFocus(page: Page, { isStop }: { isStop: boolean }): Promise<string[] | null> {
  return runInPage(page, collectFocusFaults, {
    calls: [
      recordStop,
      findLabels,
      describeControl,
      isTiny,
      findMarkedElement,
      findVisibilityFaults,
      findCoverFaults,
      findOutlineFaults,
      compareWithElementBefore,
      findFaintSides,
      findBackground,
      toColour,
      readColour,
      contrast,
      luminance,
    ],
    argument: isStop,
  });
}

// The functions below run in the page.

async function collectFocusFaults(isStop: boolean): Promise<string[] | null> {
  const element = document.activeElement;
  if (isStop && !recordStop(element)) return null;
  if (!(element instanceof HTMLElement) || element === document.body) return ['nothing has the focus'];
  const isContainer = element.tabIndex < 0 && !element.matches('a, button, input, select, textarea');
  if (isContainer || element.matches('.reader-scroller, iframe')) return [];

  const labels = findLabels(element);
  const words = describeControl(element, labels);
  const name = `${element.tagName.toLowerCase()} "${words.replaceAll(/\s+/g, ' ').trim().slice(0, 50)}"`;
  const marked = findMarkedElement(element, labels);
  // Without motion, too, a colour may take a frame to arrive. Animations driven by scrolling never finish.
  const timed = marked.getAnimations().filter((each) => each.timeline === document.timeline);
  await Promise.allSettled(timed.map((each) => each.finished));

  // A link over two lines has a box around both: its first line is inspected.
  const lines = [...marked.getClientRects()];
  const box = (lines.length > 1 && lines[0]) || marked.getBoundingClientRect();
  const faults = [
    ...(words.trim() ? [] : ['has no name']),
    ...findVisibilityFaults(element, marked, box),
    ...findCoverFaults(marked, labels, box),
    ...findOutlineFaults(marked, box),
    ...compareWithElementBefore(marked, name),
  ];
  return faults.map((fault) => `${name} ${fault}`);
}

/** Records an element as visited. Returns false if there is none, or if it was visited before. */
function recordStop(element: Element | null): boolean {
  const visited = (window.visitedStops ??= new Set());
  if (element === null || element === document.body || visited.has(element)) return false;
  visited.add(element);
  return true;
}

function findLabels(element: HTMLElement): HTMLElement[] {
  return 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
}

/** Returns the name of a control for a screen reader. */
function describeControl(element: HTMLElement, labels: readonly HTMLElement[]): string {
  const name =
    element.getAttribute('aria-label') ??
    (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim();
  return name || labels.map((label) => label.textContent).join(' ') || element.textContent.trim();
}

function isTiny(element: HTMLElement): boolean {
  return element.getBoundingClientRect().width <= 1;
}

/** Returns the element with the outline: for a visually hidden control, its label. */
function findMarkedElement(element: HTMLElement, labels: readonly HTMLElement[]): HTMLElement {
  if (!isTiny(element)) return element;
  return labels.find((label) => getComputedStyle(label).outlineStyle !== 'none') ?? element;
}

function findVisibilityFaults(element: HTMLElement, marked: HTMLElement, box: DOMRect): string[] {
  const faults: string[] = [];
  if (!marked.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isTiny(marked))
    faults.push('is not to be seen');
  const isSmall = box.height <= innerHeight && box.width <= innerWidth;
  // Browsers may bring only the beginning of text boxes and scrolling regions into view.
  const isWhole = element.matches('a, button, input, select, summary');
  const isInside =
    box.top >= -1 &&
    box.left >= -1 &&
    (isWhole ? box.bottom : box.top + 24) <= innerHeight + 1 &&
    box.right <= innerWidth + 1;
  if (isSmall && !isInside)
    faults.push(
      `is out of view (${Math.round(box.left)} ${Math.round(box.top)} to ${Math.round(box.right)} ${Math.round(box.bottom)} in ${innerWidth} × ${innerHeight})`,
    );
  return faults;
}

function findCoverFaults(marked: HTMLElement, labels: readonly HTMLElement[], box: DOMRect): string[] {
  const faults: string[] = [];
  const isOwn = (each: Element | null) =>
    each !== null && (marked.contains(each) || each.contains(marked) || labels.some((label) => label.contains(each)));
  const x = box.left + Math.min(box.width / 2, 40);
  for (const y of [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3]) {
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) continue;
    const top = document.elementFromPoint(x, y);
    if (!isOwn(top)) faults.push(`is covered by ${top?.outerHTML.slice(0, 80)}`);
  }
  return faults;
}

function findOutlineFaults(marked: HTMLElement, box: DOMRect): string[] {
  const style = getComputedStyle(marked);
  if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) return ['has no mark of the focus'];
  return findFaintSides(style, box);
}

/** Returns a fault if the previously inspected control still looks focused. */
function compareWithElementBefore(marked: HTMLElement, name: string): string[] {
  const before = window.inspectedBefore;
  const hasKeptOutline =
    before !== undefined &&
    before.marked !== marked &&
    before.marked.isConnected &&
    getComputedStyle(before.marked).outline === before.outline;
  window.inspectedBefore = { marked, outline: getComputedStyle(marked).outline, name };
  return hasKeptOutline ? [`looks no different from ${before.name}, which has lost the focus`] : [];
}

/** Returns the sides on which the outline contrasts too little with the background. */
function findFaintSides(style: CSSStyleDeclaration, box: DOMRect): string[] {
  const outline = toColour(style.outlineColor);
  const away = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth) / 2;
  const sides: [string, number, number][] = [
    ['above', (box.left + box.right) / 2, box.top - away],
    ['below', (box.left + box.right) / 2, box.bottom + away],
    ['left', box.left - away, (box.top + box.bottom) / 2],
    ['right', box.right + away, (box.top + box.bottom) / 2],
  ];
  const faint: string[] = [];
  for (const [side, x, y] of sides) {
    const background = findBackground(x, y);
    if (background === null) continue;
    // Over a picture the outline has a second colour around it, which has to contrast with it.
    const others =
      background === 'picture'
        ? [...style.boxShadow.matchAll(/rgba?\([^)]*\)/g)]
            .map((match) => toColour(match[0]))
            .filter(([, , , alpha]) => alpha === 1)
        : [background];
    const ratio = Math.max(...others.map((other) => contrast(outline, other)));
    if (ratio < 3) faint.push(`has a mark too faint ${side}: ${ratio.toFixed(2)} to 1 on ${background}`);
  }
  return faint;
}

/** Returns the colour of all the layers at a point together; null outside the window. */
function findBackground(x: number, y: number): number[] | 'picture' | null {
  const layers: number[][] = [];
  const stack = document.elementsFromPoint(x, y);
  if (stack.length === 0) return null;
  for (const each of stack) {
    const box = each.getBoundingClientRect();
    // Generated content outside the box, such as the invisible bridge from a tooltip to its control, has no colour.
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    if (each.matches('img, canvas, video')) return 'picture';
    const colour = toColour(getComputedStyle(each).backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  let background = [255, 255, 255];
  for (const [red = 0, green = 0, blue = 0, alpha = 0] of layers.toReversed()) {
    const top = [red, green, blue];
    background = background.map((value, index) => (top[index] ?? 0) * alpha + value * (1 - alpha));
  }
  return background;
}

function toColour(text: string): number[] {
  const known = (window.knownColours ??= new Map());
  const colour = known.get(text) ?? readColour(text);
  known.set(text, colour);
  return colour;
}

function readColour(text: string): number[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) throw new Error('this browser cannot draw');
  canvas.fillStyle = text || 'rgb(0 0 0 / 0)';
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

function contrast(one: number[], other: number[]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance as defined in WCAG 2. */
function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
