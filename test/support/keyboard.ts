import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More stops than any page has; who has not arrived by then goes round in circles. */
const mostStops = 400;

/**
 * Goes through the whole page with Tab alone, or back from its end with Shift+Tab, and answers what is wrong on the
 * way: a stop without a name, out of sight, covered, without a mark of the focus or with a faint one, and controls that
 * are never reached.
 */
export async function walkPage(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const found = new Set<string>();
  for (let stops = 0; ; stops += 1) {
    if (stops > mostStops) throw new Error(`${key} does not come to an end`);
    await page.keyboard.press(key);
    const faults = await inspectFocus(page, { isStop: true });
    if (faults === null) break;
    for (const fault of faults) found.add(fault);
  }
  for (const missed of await findUnvisited(page)) found.add(`${missed} is not reached with ${key}`);
  return [...found];
}

/** Presses Tab (or Shift+Tab) until the control has the focus. Throws when it is not reached, or not well seen there. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await isFocused(control)) return expectFocusSeen(page);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reaches ${control}`);
}

/** Throws unless the control has the focus, now or when what was begun has come about, and is well seen. */
export async function expectFocusOn(page: Page, control: Locator): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isFocused(control))) {
    if (Date.now() > deadline) throw new Error(`the focus is on ${await nameFocus(page)}, not on ${control}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expectFocusSeen(page);
}

async function expectFocusSeen(page: Page): Promise<void> {
  const faults = await findFocusFaults(page);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
}

/** What has the focus, in a few words. */
export function nameFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName.toLowerCase()} "${element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40)}"`;
  });
}

function findUnvisited(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visited = (window as unknown as { visited?: Set<Element> }).visited ?? new Set();
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    );
    return [...controls]
      .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled') && !each.closest('[inert]'))
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !visited.has(each))
      .map((each) => each.outerHTML.slice(0, 120));
  });
}

/** What is wrong with how the focused element is shown. A container that only holds the focus needs no mark. */
export async function findFocusFaults(page: Page): Promise<string[]> {
  return (await inspectFocus(page, { isStop: false })) ?? [];
}

/** The same; a stop of a walk is noted, and null is answered where there is none or the walk has been there before. */
function inspectFocus(page: Page, { isStop }: { isStop: boolean }): Promise<string[] | null> {
  return page.evaluate(async (isNoted) => {
    const element = document.activeElement;
    if (isNoted) {
      const visited = ((window as unknown as { visited?: Set<Element> }).visited ??= new Set());
      if (element === null || element === document.body || visited.has(element)) return null;
      visited.add(element);
    }
    if (!(element instanceof HTMLElement) || element === document.body) return ['nothing has the focus'];
    const isContainer = element.tabIndex < 0 && !element.matches('a, button, input, select, textarea');
    if (isContainer || element.matches('.reader-scroller, iframe')) return [];

    const name =
      element.getAttribute('aria-label') ??
      (element.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
        .trim();
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const words = name || labels.map((label) => label.textContent).join(' ') || element.textContent?.trim() || '';
    const who = `${element.tagName.toLowerCase()} "${words.replaceAll(/\s+/g, ' ').trim().slice(0, 50)}"`;
    const faults: string[] = [];
    if (!words.trim()) faults.push('has no name');

    // A control hidden from sight lends its mark to its label.
    const isTiny = (each: HTMLElement) => each.getBoundingClientRect().width <= 1;
    const bearer = isTiny(element)
      ? (labels.find((label) => getComputedStyle(label).outlineStyle !== 'none') ?? element)
      : element;
    // Even without motion a colour may take a frame to be there. What scrolling leads never ends.
    const timed = bearer.getAnimations().filter((each) => each.timeline === document.timeline);
    await Promise.allSettled(timed.map((each) => each.finished));
    const box = bearer.getBoundingClientRect();
    if (!bearer.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isTiny(bearer))
      faults.push('is not to be seen');

    // A link over two lines is as large as both: its first line is looked at. What one writes or scrolls in may be
    // in sight with its beginning alone, as browsers have it.
    const lines = [...bearer.getClientRects()];
    const first = lines.length > 1 ? lines[0]! : box;
    const isSmall = first.height <= innerHeight && first.width <= innerWidth;
    const isWhole = element.matches('a, button, input, select, summary');
    const isInside =
      first.top >= -1 &&
      first.left >= -1 &&
      (isWhole ? first.bottom : first.top + 24) <= innerHeight + 1 &&
      first.right <= innerWidth + 1;
    if (isSmall && !isInside)
      faults.push(
        `is out of view (${Math.round(first.left)} ${Math.round(first.top)} to ${Math.round(first.right)} ${Math.round(first.bottom)} in ${innerWidth} × ${innerHeight})`,
      );
    const isOwn = (each: Element | null) =>
      each !== null && (bearer.contains(each) || each.contains(bearer) || labels.some((label) => label.contains(each)));
    const x = first.left + Math.min(first.width / 2, 40);
    for (const y of [first.top + 3, (first.top + first.bottom) / 2, first.bottom - 3]) {
      if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) continue;
      const top = document.elementFromPoint(x, y);
      if (!isOwn(top)) faults.push(`is covered by ${top?.outerHTML.slice(0, 80)}`);
    }

    const style = getComputedStyle(bearer);
    const width = parseFloat(style.outlineWidth);
    if (style.outlineStyle === 'none' || width < 2) faults.push('has no mark of the focus');
    else faults.push(...findFaintness());
    const past = (window as unknown as { pastFocus?: { bearer: HTMLElement; outline: string; who: string } }).pastFocus;
    if (
      past &&
      past.bearer !== bearer &&
      past.bearer.isConnected &&
      getComputedStyle(past.bearer).outline === past.outline
    )
      faults.push(`looks no different from ${past.who}, which has lost the focus`);
    (window as unknown as { pastFocus?: object }).pastFocus = { bearer, outline: style.outline, who };
    return faults.map((fault) => `${who} ${fault}`);

    /** The mark against what lies beneath its four sides; over a picture, its two colours against each other. */
    function findFaintness(): string[] {
      const mark = toColour(style.outlineColor);
      const away = parseFloat(style.outlineOffset) + width / 2;
      const sides: [string, number, number][] = [
        ['above', (first.left + first.right) / 2, first.top - away],
        ['below', (first.left + first.right) / 2, first.bottom + away],
        ['left', first.left - away, (first.top + first.bottom) / 2],
        ['right', first.right + away, (first.top + first.bottom) / 2],
      ];
      const faint: string[] = [];
      for (const [side, sideX, sideY] of sides) {
        const ground = findGround(sideX, sideY);
        if (ground === null) continue;
        const others = ground === 'picture' ? [...style.boxShadow.matchAll(/rgba?\([^)]*\)/g)].map(String) : [];
        const ratio = Math.max(
          ...(ground === 'picture' ? others.map(toColour).filter((each) => each[3] === 1) : [ground]).map((other) =>
            contrast(mark, other),
          ),
        );
        if (ratio < 3) faint.push(`has a mark too faint ${side}: ${ratio.toFixed(2)} to 1 on ${ground}`);
      }
      return faint;
    }

    function findGround(pointX: number, pointY: number): number[] | 'picture' | null {
      const layers: number[][] = [];
      const stack = document.elementsFromPoint(pointX, pointY);
      if (stack.length === 0) return null;
      for (const each of stack) {
        const box = each.getBoundingClientRect();
        // Hit by what it generates beyond its box, as a tooltip is by the bridge to its control, which has no colour.
        if (pointX < box.left || pointX > box.right || pointY < box.top || pointY > box.bottom) continue;
        if (each.matches('img, canvas, video')) return 'picture';
        const colour = toColour(getComputedStyle(each).backgroundColor);
        layers.push(colour);
        if (colour[3] === 1) break;
      }
      let ground = [255, 255, 255];
      for (const [red, green, blue, alpha] of layers.toReversed() as [number, number, number, number][]) {
        ground = [red, green, blue].map((value, index) => value * alpha + ground[index]! * (1 - alpha));
      }
      return ground;
    }

    function toColour(text: string): number[] {
      const known = ((window as unknown as { colours?: Map<string, number[]> }).colours ??= new Map());
      const colour = known.get(text) ?? readColour(text);
      known.set(text, colour);
      return colour;
    }

    function readColour(text: string): number[] {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
      canvas.fillStyle = text || 'rgb(0 0 0 / 0)';
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    }

    function contrast(one: number[], other: number[]): number {
      const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
      return (light + 0.05) / (dark + 0.05);
    }

    /** Relative luminance as WCAG 2 defines it. */
    function luminance(colour: number[]): number {
      const [red, green, blue] = colour.slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
  }, isStop);
}

/** Throws when Tab or Shift+Tab ever leaves the open dialog for the page behind it. */
export async function expectFocusHeld(page: Page): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < 16; stops += 1) {
      await page.keyboard.press(key);
      const isHeld = await page.evaluate(() => {
        const focused = document.activeElement;
        // Between the last control and the first the browser itself may have the focus; the page behind never has.
        return focused === document.body || focused?.closest('dialog, [role=dialog]') !== null;
      });
      expect(isHeld, `${key} keeps to the dialog`).toBe(true);
    }
  }
}

/** Waits until the focus is somewhere within what the selector names. */
export async function expectFocusInside(page: Page, selector: string): Promise<void> {
  const isInside = () => page.evaluate((place) => document.activeElement?.closest(place) !== null, selector);
  await expect.poll(isInside).toBe(true);
}
