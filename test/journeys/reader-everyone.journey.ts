import { expect, test } from 'vitest';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { expectFocusOn, tabTo } from '#test/support/keyboard.ts';
import { pressTool } from '#test/support/reader.ts';
import {
  closePanel,
  desktop,
  goTo,
  highlight,
  notes,
  painted,
  reader,
  sizes,
  storedPages,
  keepReaderShelf,
} from '#test/support/reader-shelf.ts';
import { openPage } from '#test/support/open-page.ts';
import { setTextScale } from '#test/support/text-size.ts';
import { untilDrawn } from '#test/support/until-drawn.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

/** The reader with a screen reader, with keys alone, on a small screen or with large text. */

const shelf = keepReaderShelf();

test.skipIf(isOnlyInSweep('journeys'))(
  'the whole session is done from the keyboard alone, and the focus comes back',
  async () => {
    const page = await shelf.newPage(desktop);
    await openPage(page, shelf.url() + notes);
    const read = page.getByRole('link', { name: 'Read Long book' });
    await tabTo(page, read);
    await page.keyboard.press('Enter');
    await painted(page, 1).waitFor();
    const dialog = reader(page);
    const strip = dialog.getByRole('region', { name: /^Pages of/ });
    await expectFocusOn(page, strip);
    await page.keyboard.press('g');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await painted(page, 12).waitFor();
    await expectFocusOn(page, strip);

    const more = dialog.getByRole('button', { name: 'More', exact: true });
    await tabTo(page, more);
    await page.keyboard.press('ArrowDown');
    const menu = dialog.getByRole('menu', { name: 'More' });
    await expectFocusOn(page, menu.getByRole('menuitem').or(menu.getByRole('menuitemcheckbox')).first());
    await page.keyboard.press('End');
    await expectFocusOn(page, menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expectFocusOn(page, more);
    await page.keyboard.press('Enter');
    // The only one that begins with this letter.
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    const help = dialog.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Next page').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expectFocusOn(page, more);
    await page.keyboard.press('?');
    await help.getByText('Highlight mode').waitFor();
    // The reader does not receive its keys while it is open.
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('12');

    await page.keyboard.press('l');
    await dialog.getByText('No highlights yet.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText('No highlights yet.').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('page 7 of');
    await page.locator('[data-page-number="7"][data-state="painted"]').waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, dialog.getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocusOn(page, read);
  },
);

test.skipIf(isOnlyInSweep('screens')).each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'axe reports nothing in the reader and its panels, in both tones, and nothing is cramped, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, reducedMotion: 'reduce' });
    const found: string[] = [];
    const look = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await untilDrawn(page);
        const violations = await findAxeViolations(page, { inColours: colorScheme === 'dark' });
        found.push(...violations.map((each) => `${what}, ${colorScheme}: ${each}`));
      }
      found.push(...(await findCrampedText(page)).map((each) => `${what}: ${each}`));
    };
    const dialog = await shelf.open(page, `${notes}?open=book`);
    await goTo(page, 4);
    await expect.poll(() => storedPages(page)).toContain('"page":4');
    await shelf.open(page, `${notes}?open=book`);
    await dialog.getByRole('button', { name: 'Continue at page 4' }).waitFor();
    await look('offer to continue');
    await dialog.getByRole('button', { name: 'More', exact: true }).click();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await dialog.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    await dialog.getByRole('dialog', { name: 'Print' }).waitFor();
    await look('what to print');
    await page.keyboard.press('Escape');
    await pressTool(page, 'Highlights');
    await look('no highlights');
    await closePanel(page);
    await highlight(page, 'Page 1 of the long book');
    await pressTool(page, 'Highlights');
    await look('highlights');
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await look('a highlight removed');
    expect(found).toEqual([]);
  },
);

test.each([
  { text: 'as it is', textScale: 1 },
  { text: 'twice as large', textScale: 2 },
])('on the narrowest phone the bar is one row of large targets, with text $text', async ({ textScale }) => {
  const page = await shelf.newPage({ viewport: { width: 320, height: 640 }, hasTouch: true });
  await setTextScale(page, textScale);
  await shelf.open(page, `${notes}?open=book`);
  const bar = reader(page).getByRole('region', { name: 'Reader tools' });
  const boxes = await bar
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  expect(Math.min(...boxes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(44);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(320);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(await findCrampedText(page)).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the accessibility tree of a page has its words in order, within the page’s own landmark',
  async () => {
    const page = await shelf.newPage(desktop);
    await shelf.open(page, `${notes}?open=book&page=3`, 3);
    await page.locator('[data-page-number="3"] .reader-text').getByText('Page 3 of the long book').waitFor();
    const tools = await page.context().newCDPSession(page);
    const { nodes } = await tools.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const words = (id: string): string[] => {
      const node = byId.get(id);
      if (!node) return [];
      if (node.role?.value === 'StaticText') return [String(node.name?.value ?? '')];
      return (node.childIds ?? []).flatMap(words);
    };
    const landmark = nodes.find((node) => node.role?.value === 'region' && node.name?.value === 'Page 3');
    expect(landmark?.ignored).toBe(false);
    const lines = words(landmark!.nodeId)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    expect(lines).toEqual([
      'Page 3 of the long book',
      ...Array.from({ length: 28 }, (_, row) => `Line ${row + 1}: what is asked on page 3 is answered on page 3.`),
    ]);
  },
);
