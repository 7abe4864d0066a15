import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectFocusOn } from '#test/support/keyboard.ts';
import { pressTool } from '#test/support/reader.ts';
import { desktop, goTo, keepReaderShelf, notes, phone, reader } from '#test/support/reader-shelf.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Reading aloud. A browser without a window has no voices, so the page gets ones that speak when the test says so. */

const shelf = keepReaderShelf();

declare global {
  interface Window {
    /** Words and voices so far. */
    spoken?: string[];
    /** Ends the words that are spoken. */
    finishSpeaking?: () => void;
  }
}

/** Gives the pages voices in these languages; the ones with `remote` send the text to a company. */
function giveVoices(page: Page, languages: readonly string[]) {
  return page.addInitScript((languages) => {
    const spoken: string[] = [];
    window.spoken = spoken;
    class Utterance extends EventTarget {
      voice: { lang: string } | null = null;
      rate = 1;
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () =>
        languages.map((lang) => ({ lang, localService: !lang.includes('remote'), default: false, name: lang })),
      speak(words: Utterance) {
        if (words.text === '') return;
        spoken.push(`${words.voice?.lang} ${words.rate}: ${words.text}`);
        window.finishSpeaking = () => words.dispatchEvent(new Event('end'));
      },
      cancel() {},
    });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
  }, languages);
}

const bar = (page: Page) => reader(page).getByRole('region', { name: 'Read aloud' });
const heard = (page: Page) => page.evaluate(() => window.spoken?.at(-1));
const finish = (page: Page) => page.evaluate(() => window.finishSpeaking?.());
const markedPage = (page: Page) =>
  page
    .locator('.reader-hits[data-kind="spoken"]')
    .evaluateAll((marks) =>
      marks.map((mark) => mark.closest<HTMLElement>('[data-page-number]')?.dataset['pageNumber']),
    );

test('a document is read aloud from the page that is shown, with a mark that follows, and a tap continues elsewhere', async () => {
  const page = await shelf.newPage(phone);
  await giveVoices(page, ['en-US-remote', 'en-US']);
  await shelf.open(page, `${notes}?open=three`);
  await goTo(page, 2);
  await pressTool(page, 'Read aloud');
  await expect.poll(() => heard(page)).toBe('en-US 1: Two');
  await expect.poll(() => markedPage(page)).toEqual(['2']);
  await finish(page);
  await expect.poll(() => heard(page)).toBe('en-US 1: Three');
  await expect.poll(() => page.getByLabel('Go to page').inputValue()).toBe('3');
  await expect.poll(() => markedPage(page)).toEqual(['3']);
  await bar(page).getByRole('button', { name: 'Previous sentence' }).tap();
  await expect.poll(() => heard(page)).toBe('en-US 1: Two');
  await bar(page).getByLabel('Speed').selectOption('1.5 ×');
  await expect.poll(() => heard(page)).toBe('en-US 1.5: Two');
  await bar(page).getByRole('button', { name: 'Pause' }).tap();
  await goTo(page, 1);
  await page.locator('.reader-text').getByText('One', { exact: true }).tap();
  await expect.poll(() => heard(page)).toBe('en-US 1.5: One');
  await bar(page).getByRole('button', { name: 'Stop reading aloud' }).tap();
  await bar(page).waitFor({ state: 'detached' });
  expect(await markedPage(page)).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the keyboard starts at the selected words and ends, and the end of the document is announced',
  async () => {
    const page = await shelf.newPage(desktop);
    await giveVoices(page, ['en-US']);
    await shelf.open(page, `${notes}?open=three`);
    await goTo(page, 3);
    const words = page.locator('.reader-text').getByText('Three', { exact: true });
    await words.evaluate((element) => getSelection()?.selectAllChildren(element));
    await page.keyboard.press('a');
    await expect.poll(() => heard(page)).toBe('en-US 1: Three');
    await finish(page);
    await bar(page).getByText('This is the end.').waitFor();
    await bar(page).getByRole('button', { name: 'Continue' }).focus();
    await page.keyboard.press('a');
    await bar(page).waitFor({ state: 'detached' });
    await expectFocusOn(page, reader(page).getByRole('region', { name: /^Pages of/ }));
  },
);

test('a device with only voices of companies is said to have none', async () => {
  const page = await shelf.newPage(desktop);
  await giveVoices(page, ['en-US-remote']);
  await shelf.open(page, `${notes}?open=three`);
  await pressTool(page, 'Read aloud');
  await bar(page).getByText('This device has no voice. Its settings may offer some.').waitFor();
  expect(await heard(page)).toBeUndefined();
});
