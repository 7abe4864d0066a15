import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { desktop, keepReaderShelf, painted, phone, place } from '#test/support/reader-shelf.ts';
import { makeTwoUpPdf } from '#test/support/two-up-pdf.ts';

/** Scans of two pages side by side, read half by half on a phone. */

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('two-up.pdf', makeTwoUpPdf(8), 'two-up-file');
  await librarian.publish('note', { ...place, title: 'Three pages and more, two-up', fileId: 'two-up-file' }, 'two-up');
});

const address = (id: string) => `${pages.material(id)}?open=${id}`;
const offer = (page: Page) => page.getByRole('region', { name: 'Two pages side by side' });
const frame = (page: Page, number: number, half: 'left' | 'right') =>
  page.locator(`[data-page-number="${number}"][data-half="${half}"]`);
const words = (half: Locator, text: string) => half.locator('.reader-text').getByText(text, { exact: true });
/** True if an element is within the window. */
const isInView = (element: Locator) =>
  element.evaluateAll(([each]) => {
    const box = each?.getBoundingClientRect();
    return (
      box !== undefined &&
      box.width > 0 &&
      box.left >= 0 &&
      box.right <= innerWidth &&
      box.top >= 0 &&
      box.bottom <= innerHeight
    );
  });

/** Returns the distance in CSS pixels from the top of the pages' view to an element. */
const topInView = async (page: Page, element: Locator) => {
  const [view, box] = [await page.locator('.reader-scroller').boundingBox(), await element.boundingBox()];
  return Math.abs((box?.y ?? Infinity) - (view?.y ?? 0));
};
/** The bar over the pages and the margin above the first line of a page, in CSS pixels. */
const firstLineBelow = 160;
const isAtItsEnd = (strip: Element) => strip.scrollTop >= strip.scrollHeight - strip.clientHeight - 1;

/** Opens the document on a phone and accepts the offer. */
async function openHalved(): Promise<Page> {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await shelf.open(page, address('two-up'));
  await offer(page).getByRole('button', { name: 'Read one half at a time' }).click();
  await frame(page, 1, 'right').and(page.locator('[data-state="painted"]')).waitFor();
  return page;
}

/** Goes to a page with the page box. */
async function goTo(page: Page, number: number): Promise<void> {
  await page.getByLabel('Go to page').fill(String(number));
  await page.keyboard.press('Enter');
  await expect.poll(() => isInView(words(frame(page, number, 'left'), `Left of ${number}`))).toBe(true);
}

/** Opens the menu of the reader and returns the row that shows one half at a time. */
async function openRow(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  return page.getByRole('menuitemcheckbox', { name: 'One half at a time' });
}

test('on a phone, the halves of two-up pages are below each other, each as wide as a page, and stay so on the device', async () => {
  const page = await shelf.newPage({ ...phone, reducedMotion: 'reduce' });
  await shelf.open(page, address('two-up'));
  await offer(page).waitFor();
  const whole = await painted(page, 1).locator('.reader-paper').boundingBox();
  expect(await findAxeViolations(page)).toEqual([]);
  await offer(page).getByRole('button', { name: 'Read one half at a time' }).click();
  await frame(page, 1, 'right').waitFor();
  expect(await page.locator('.reader-scroller').evaluate((strip) => strip === document.activeElement)).toBe(true);
  const [left, right] = [await frame(page, 1, 'left').boundingBox(), await frame(page, 1, 'right').boundingBox()];
  expect(left?.width).toBe(whole?.width);
  expect(right?.y).toBeCloseTo((left?.y ?? 0) + (left?.height ?? 0) + 12);
  await expect
    .poll(async () => (await frame(page, 1, 'left').locator('.reader-paper').boundingBox())?.width)
    .toBe((whole?.width ?? 0) * 2);
  const strip = page.locator('.reader-scroller');
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await words(frame(page, 1, 'right'), 'Right of 1').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await page.reload();
  await frame(page, 1, 'right').waitFor();
  expect(await offer(page).count()).toBe(0);
  await (await openRow(page)).click();
  await expect.poll(() => frame(page, 1, 'right').count()).toBe(0);
  expect((await painted(page, 1).locator('.reader-paper').boundingBox())?.width).toBe(whole?.width);
});

test('in halves, text is selected, highlighted and found where it is shown, and links are there only', async () => {
  const page = await openHalved();
  const [left, right] = [frame(page, 1, 'left'), frame(page, 1, 'right')];
  await words(right, 'Right of 1').waitFor();
  // Text and links of the other half are not there for the keyboard and screen readers.
  expect(await words(left, 'Right of 1').isVisible()).toBe(false);
  expect(await words(right, 'Left of 1').isVisible()).toBe(false);
  await right.locator('.reader-link').waitFor();
  expect(await left.locator('.reader-link').count()).toBe(0);
  // From the last line of the left half to the first one of the right half.
  await page.getByRole('button', { name: 'Highlight mode' }).click();
  await page.evaluate(() => {
    const spans = [...document.querySelectorAll('[data-page-number="1"] .reader-text span:not([data-other-half])')];
    const [from, to] = ['26. ', 'Right of 1'].map((start) => spans.find((each) => each.textContent?.startsWith(start)));
    getSelection()?.setBaseAndExtent(from!, 0, to!, 1);
  });
  await right.locator('mark').filter({ hasText: 'Right of 1' }).waitFor();
  const marked = (half: Locator) => half.locator('mark:visible').allInnerTexts();
  expect(await marked(left)).toEqual(['26. What is meant by line 26 of the left page?']);
  expect(await marked(right)).toEqual(['Right of 1']);
  await page.getByRole('button', { name: 'Highlight mode' }).click();

  await page.getByRole('button', { name: 'Find in document' }).click();
  await page.getByRole('textbox', { name: 'Find in document' }).fill('line 20 of the right');
  const hit = frame(page, 1, 'right').locator('.reader-hit[data-current]');
  await expect.poll(() => isInView(hit)).toBe(true);
  expect(await page.locator('.reader-hit[data-current]').count()).toBe(1);
  await page.keyboard.press('Escape');
  await right.locator('.reader-link').click();
  await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('8');
  await frame(page, 8, 'left').waitFor();
});

test('with the keyboard, the setting is switched where one is reading, and a wide window shows whole pages', async () => {
  const page = await openHalved();
  await goTo(page, 4);
  const first = words(page.locator('[data-page-number="4"]').first(), 'Left of 4');
  for (const halves of [0, 1]) {
    await page.keyboard.press('u');
    await expect.poll(() => frame(page, 4, 'left').count()).toBe(halves);
    await expect.poll(() => isInView(first)).toBe(true);
    expect(await page.getByLabel('Go to page').inputValue()).toBe('4');
  }
  const firstLine = (number: number, half: 'left' | 'right') =>
    words(frame(page, number, half), `${half === 'left' ? 'Left' : 'Right'} of ${number}`);
  // The next page begins with its left half, the page before ends with its right half.
  for (const [key, number, half] of [
    ['n', 4, 'right'],
    ['n', 5, 'left'],
    ['p', 4, 'right'],
    ['p', 4, 'left'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => topInView(page, firstLine(number, half))).toBeLessThan(firstLineBelow);
  }
  await goTo(page, 8);
  await page.keyboard.press('j');
  await expect.poll(() => page.locator('.reader-scroller').evaluate(isAtItsEnd)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => page.locator('[data-half]').count()).toBe(0);
});

test('upright pages have no halves, and a wide window no setting for them', async () => {
  const upright = await shelf.newPage(phone);
  await shelf.open(upright, address('three'));
  await upright.locator('.reader-text span').first().waitFor({ state: 'attached' });
  expect(await (await openRow(upright)).count()).toBe(0);
  const wide = await shelf.newPage(desktop);
  await shelf.open(wide, address('two-up'));
  await wide.locator('.reader-text span').first().waitFor({ state: 'attached' });
  expect(await (await openRow(wide)).count()).toBe(0);
  expect(await offer(wide).count()).toBe(0);
});
