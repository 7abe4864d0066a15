import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { countPrints, prints } from '#test/support/prints.ts';
import { desktop, papers, place, sizes, soon, keepReaderShelf } from '#test/support/reader-shelf.ts';

const red =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const paper = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>P</title>
<style>body { margin: 8px; font: 16px/1.5 serif } @media print { #screen { display: none } }</style></head><body>
<h1>Automata</h1><p><a href="#last">To the last question</a></p><p id="screen">Only on the screen</p><img alt="" src="${red}" width="40" height="40">
<canvas width="30" height="20"></canvas>
${Array.from({ length: 60 }, (_, index) => `<p>${index + 1}. What is asked here? [10]</p>`).join('\n')}
<p id="last">The last question</p><p id="written"></p>
<script>document.getElementById('written').textContent = 'Written by the paper itself';
document.querySelector('canvas').getContext('2d').fillRect(0, 0, 30, 20);</script></body></html>`;

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('paper.html', Buffer.from(paper), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
});

test.each(sizes)(
  'an HTML paper grows dark, sparing its pictures, and larger; it is as tall as it is and printed whole, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, colorScheme: 'light' });
    await countPrints(page);
    await page.goto(`${shelf.url()}${papers}?open=paper`);
    const dialog = page.getByRole('dialog', { name: 'Web paper' });
    const frame = dialog.locator('iframe');
    const inside = dialog.frameLocator('iframe');
    await inside.getByText('Written by the paper itself').waitFor();
    const tool = (name: string) => dialog.getByRole('button', { name, exact: true });

    // It scrolls with the dialog and not by itself.
    const scroller = dialog.getByRole('region', { name: 'Pages of Web paper' });
    await expect.poll(() => scroller.evaluate((element) => element === document.activeElement), soon).toBe(true);
    const tall = () => frame.evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(tall, soon).toBeGreaterThan(2000);
    const scrolls = await inside
      .locator('html')
      .evaluate((root) => [root.scrollHeight <= innerHeight, root.scrollWidth <= innerWidth]);
    expect(scrolls).toEqual([true, true]);
    await inside.getByRole('link', { name: 'To the last question' }).click();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop), soon).toBeGreaterThan(1000);

    // Zoom is that of a browser: larger letters, the same width of window.
    const before = await tall();
    for (let step = 0; step < 10; step += 1) await tool('Zoom in').click();
    expect(await tool('Zoom in').isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Zoom', { exact: true }).innerText()).toBe('200 %');
    await expect.poll(tall, soon).toBeGreaterThan(before * 1.9);
    const width = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().width);
    expect(await width(frame)).toBeCloseTo(await scroller.evaluate((element) => element.clientWidth), -1);
    for (let step = 0; step < 15; step += 1) await tool('Zoom out').click();
    expect(await tool('Zoom out').isDisabled()).toBe(true);
    await expect.poll(tall, soon).toBeLessThan(before);

    // Where its pictures are in sight: a browser restyles nothing else before it must.
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    expect(await tool('Dark mode').getAttribute('aria-pressed')).toBe('false');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => tool('Dark mode').getAttribute('aria-pressed'), soon).toBe('true');
    const filter = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).filter);
    expect(await filter(frame)).toBe('invert(0.93) hue-rotate(180deg)');
    await expect.poll(() => filter(inside.locator('img')), soon).toBe('invert(1) hue-rotate(180deg)');
    await tool('Dark mode').click();
    await expect.poll(() => filter(inside.locator('img')), soon).toBe('none');
    expect(await filter(frame)).toBe('none');

    await tool('Print').click();
    await expect.poll(async () => (await prints(page)).length, soon).toBe(1);
    const [words] = await prints(page);
    expect(words).toContain('The last question');
    expect(words).toContain('Written by the paper itself');
    const copy = page.frameLocator('iframe.printed-paper');
    expect(await copy.locator('script').count()).toBe(0);
    expect(await copy.locator('img').count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('iframe').count()).toBe(0);
  },
);

test('a paper that follows its own window does not grow for ever', async () => {
  const page = await shelf.newPage(desktop);
  await page.route('**/paper-file/view**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><style>body{min-height:calc(100vh + 40px)}</style><p>Endless',
    }),
  );
  await page.goto(`${shelf.url()}${papers}?open=paper`);
  const frame = page.getByRole('dialog').locator('iframe');
  await page.getByRole('dialog').frameLocator('iframe').getByText('Endless').waitFor();
  await frame.evaluate(async (element) => {
    for (let frames = 0; frames < 120; frames += 1) await new Promise(requestAnimationFrame);
    return element.getBoundingClientRect().height;
  });
  expect(await frame.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(3000);
});
