import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findFocusFaults, inspectStop } from './focus-faults.ts';
import { untilDrawn } from './until-drawn.ts';

/** Maximum number of Tab presses, more than any page needs: after this many, the walk is going round in circles. */
const maxStops = 400;

/**
 * Goes through the whole page with Tab alone, or back from its end with Shift+Tab, and returns the faults: focused
 * elements that have no name, are out of view or covered, or have a missing or faint focus outline; and controls that
 * Tab never reaches.
 */
export async function walkPage(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const found = new Set<string>();
  for (let stops = 0; ; stops += 1) {
    if (stops > maxStops) throw new Error(`${key} does not come to an end`);
    await page.keyboard.press(key);
    const faults = await inspectStop(page);
    if (faults === null) break;
    for (const fault of faults) found.add(fault);
  }
  for (const missed of await findUnvisited(page)) found.add(`${missed} is not reached with ${key}`);
  return [...found];
}

/** Excludes the banner and the footer of this page from walks, if other pages have the same ones. */
export async function leaveOutFrame(page: Page): Promise<void> {
  // These elements stay in place and can still cover the focus.
  await page.evaluate(() => {
    const frame = [...document.querySelectorAll('header, footer')].filter((part) => !part.closest('main, dialog'));
    const controls = frame.flatMap((part) => [...part.querySelectorAll<HTMLElement>('a[href], button, input')]);
    if (controls.length === 0) throw new Error('the page has no banner or footer');
    for (const control of controls) control.tabIndex = -1;
  });
}

/**
 * Presses Tab (or Shift+Tab) until the control has the focus. Throws if the control is not reached, or if the focus is
 * not visible.
 */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  // The page replaces an element when it renders it again. Finding it by role at every stop takes ten times as long.
  let element = await control.elementHandle();
  for (let stops = 0; stops < maxStops; stops += 1) {
    const state = await element?.evaluate((each) =>
      each === document.activeElement ? 'focused' : each.isConnected ? 'elsewhere' : 'replaced',
    );
    if (state === 'focused') return expectFocusSeen(page);
    if (state === 'elsewhere') await page.keyboard.press(key);
    else element = await control.elementHandle();
  }
  throw new Error(`${key} never reaches ${control}`);
}

/**
 * Waits until the control has the focus, at most a minute. Throws if it does not get the focus, or if the focus is not
 * visible.
 */
export async function expectFocusOn(page: Page, control: Locator): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isFocused(control))) {
    if (Date.now() > deadline) throw new Error(`the focus is on ${await nameFocus(page)}, not on ${control}`);
    await untilDrawn(page);
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

/** Returns a short description of the focused element. */
export function nameFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.tagName.toLowerCase()} "${element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 40)}"`;
  });
}

function findUnvisited(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visited = window.visitedStops ?? new Set();
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    );
    return [...controls]
      .filter((each) => each.tabIndex >= 0 && !each.matches(':disabled') && !each.closest('[inert]'))
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !visited.has(each))
      .map((each) => each.outerHTML.slice(0, 120));
  });
}

/** Throws if Tab or Shift+Tab moves the focus from the open dialog to the page behind it. */
export async function expectFocusHeld(page: Page): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < 16; stops += 1) {
      await page.keyboard.press(key);
      const isHeld = await page.evaluate(() => {
        const focused = document.activeElement;
        // Between the last control and the first the focus may be in the browser's own bars, never in the page behind.
        return focused === document.body || focused?.closest('dialog') !== null;
      });
      expect(isHeld, `${key} keeps to the dialog`).toBe(true);
    }
  }
  await leaveBars(page);
}

/**
 * Presses Tab until the focus has returned from the browser's own bars to the page; in Firefox, only keys move it back.
 */
async function leaveBars(page: Page): Promise<void> {
  for (let stops = 0; stops < 16; stops += 1) {
    if (await page.evaluate(() => document.hasFocus())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead back to the page');
}

/** Waits until the focus is in an element that matches the selector. */
export async function expectFocusInside(page: Page, selector: string): Promise<void> {
  const isInside = () => page.evaluate((container) => document.activeElement?.closest(container) !== null, selector);
  await expect.poll(isInside).toBe(true);
}
