import { readFileSync } from 'node:fs';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { countPrints, prints } from '#test/support/prints.ts';
import { isToolEnabled, isToolOn, pressTool } from '#test/support/reader.ts';
import { desktop, keepReaderShelf, papers, phone, place, sizes } from '#test/support/reader-shelf.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

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

/** Everything in it would navigate away, or change its title. */
const hostile = `<!doctype html><html lang="en"><head><title>Hostile</title><base href="/faq">
<meta http-equiv="refresh" content="0;url=/faq"><link rel="stylesheet" href="/away.css"><style>h1 { color: rgb(1, 2, 3) }</style>
<script>document.title = 'ran'; location = '/faq'</script><script src="/away.js"></script></head>
<body onload="document.title = 'ran'"><h1>Hostile paper</h1><img alt="" src="/away.png" onerror="document.title = 'ran'"><img alt="Red" src="${red}">
<svg onload="document.title = 'ran'"></svg><iframe src="/faq"></iframe><object data="/faq"></object>
<form action="/faq"><button>Send</button></form><a href="javascript:document.title = 'ran'">Run</a></body></html>`;

const inlined = (type: string, bytes: string | Buffer) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const font = readFileSync('app/styles/source-serif-4.woff2');
/** One sample of silence. */
const silence = Buffer.from('UklGRiYAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQIAAAAAAA==', 'base64');

/** A page saved by a browser's extension, with all its resources. */
const saved = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Saved</title>
<link rel="stylesheet" media="all" href="${inlined('text/css', '#link { color: rgb(1, 2, 3) }')}">
<style>@import url("${inlined('text/css', '#import { color: rgb(4, 5, 6) }')}");
@font-face { font-family: Own; src: url(${inlined('font/woff2', font)}) format("woff2") }
#font { font: 40px Own }</style></head><body><p id="link">Linked</p><p id="import">Imported</p><p id="font">Own letters</p>
<audio controls preload="auto" src="${inlined('audio/wav', silence)}"></audio></body></html>`;

/** A page saved by Word, in windows-1252 and without declaring it. */
const word = Buffer.from(
  '<html xmlns:o="urn:o"><body><p>1. What is Dijkstra\x92s \x93banker\x92s algorithm\x94 \x97 in a caf\xe9?</p></body></html>',
  'latin1',
);

/** A page of a website, saved without its style sheets and pictures. */
const site = `<!doctype html><html lang="en"><head><title>OS 2079 | College Notes</title><link rel="stylesheet" href="/site.css"></head><body>
<nav class="navbar"><ul><li><a href="/">Home</a></li><li><a href="/about">About the college</a></li></ul>
<form role="search"><input placeholder="Search"><button>Search</button></form></nav>
<main><h1>Operating Systems 2079</h1><p>Full Marks: 60</p><ol><li>Explain <b>thrashing</b> with an example. [5]</li>
<li>Find the value of <math><mfrac><mi>a</mi><mi>b</mi></mfrac></math> for these processes: <table><tr><th>Process</th><td>P1</td></tr></table></li>
<li>What is a process control block, and what are its fields?<img alt="Figure of a block"></li></ol></main>
<footer><p>All rights reserved by the college</p></footer><script>document.title = 'ran'; document.body.append('Written by a script')</script></body></html>`;

const shelf = keepReaderShelf(async (librarian) => {
  await librarian.upload('word.xhtml', word, 'word-file');
  await librarian.publish('paper', { ...place, title: 'Word paper', year: 2024, fileId: 'word-file' }, 'word');
  await librarian.upload('paper.html', Buffer.from(paper), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
  await librarian.upload('saved.html', Buffer.from(saved), 'saved-file');
  await librarian.publish('paper', { ...place, title: 'Saved page', year: 2024, fileId: 'saved-file' }, 'saved');
  await librarian.upload('site.html', Buffer.from(site), 'site-file');
  await librarian.publish('paper', { ...place, title: 'Page of a website', year: 2023, fileId: 'site-file' }, 'site');
  await librarian.upload('hostile.html', Buffer.from(hostile), 'hostile-file');
});

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'an HTML paper becomes dark except for its pictures, zooms, has its full height and prints completely, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, colorScheme: 'light' });
    await countPrints(page);
    await page.goto(`${shelf.url()}${papers}?open=paper`);
    const dialog = page.getByRole('dialog', { name: 'Web paper' });
    const frame = dialog.locator('iframe');
    const inside = dialog.frameLocator('iframe');
    await inside.getByText('Written by the paper itself').waitFor();

    // It scrolls with the dialog and has no scroll bar.
    const scroller = dialog.getByRole('region', { name: 'Pages of Web paper' });
    await expect.poll(() => scroller.evaluate((element) => element === document.activeElement)).toBe(true);
    const tall = () => frame.evaluate((element) => element.getBoundingClientRect().height);
    await expect.poll(tall).toBeGreaterThan(2000);
    const scrolls = await inside
      .locator('html')
      .evaluate((root) => [root.scrollHeight <= innerHeight, root.scrollWidth <= innerWidth]);
    expect(scrolls).toEqual([true, true]);
    await inside.getByRole('link', { name: 'To the last question' }).click();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(1000);

    // Zoom is that of a browser: larger letters, the same width of window.
    const before = await tall();
    const zoom = async (name: string) => {
      for (let step = 0; step < 15 && (await isToolEnabled(page, name)); step += 1) await pressTool(page, name);
      return isToolEnabled(page, name);
    };
    expect(await zoom('Zoom in')).toBe(false);
    await expect.poll(tall).toBeGreaterThan(before * 1.9);
    const width = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().width);
    expect(await width(frame)).toBeCloseTo(await scroller.evaluate((element) => element.clientWidth), -1);
    expect(await zoom('Zoom out')).toBe(false);
    await expect.poll(tall).toBeLessThan(before);

    // With its pictures in view: a browser delays restyling everything else.
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    expect(await isToolOn(page, 'Dark mode')).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isToolOn(page, 'Dark mode')).toBe(true);
    const filter = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).filter);
    expect(await filter(frame)).toBe('invert(0.93) hue-rotate(180deg)');
    await expect.poll(() => filter(inside.locator('img'))).toBe('invert(1) hue-rotate(180deg)');
    await pressTool(page, 'Dark mode');
    await expect.poll(() => filter(inside.locator('img'))).toBe('none');
    expect(await filter(frame)).toBe('none');

    await pressTool(page, 'Print');
    await expect.poll(async () => (await prints(page)).length).toBe(1);
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

test.each(casesOf('sizes', sizes, ({ name }) => name === 'phone'))(
  'a page of a website opens without its navigation, in Find and print too, and Original page shows it, on a $name',
  async ({ options }) => {
    const page = await shelf.newPage({ ...options, colorScheme: 'light' });
    await countPrints(page);
    await page.goto(`${shelf.url()}${papers}?open=site`);
    const dialog = page.getByRole('dialog', { name: 'Page of a website' });
    const inside = dialog.frameLocator('iframe');
    const lines = async () => (await inside.locator('body').innerText()).split(/\n+/).map((line) => line.trim());
    const original = dialog.getByRole('button', { name: 'Original page' });
    await expect.poll(() => original.getAttribute('aria-pressed')).toBe('false');
    await inside.getByRole('heading', { name: 'Operating Systems 2079' }).waitFor();
    const shown = await lines();
    expect(shown).toContain('Explain thrashing with an example. [5]');
    expect(shown.join('\n')).not.toMatch(/Home|About|Search|rights|Written by/);
    expect(await inside.getByRole('cell', { name: 'P1' }).count()).toBe(1);
    expect(await inside.locator('mfrac').count()).toBe(1);
    expect(await inside.locator('img, script, form, nav').count()).toBe(0);
    await inside.getByText('[Figure of a block]').waitFor();

    await dialog.getByRole('button', { name: 'Find in document' }).click();
    const find = dialog.getByRole('textbox', { name: 'Find in document' });
    await find.fill('About the college');
    await dialog.getByText('No matches').waitFor();
    await find.fill('thrashing');
    await dialog.getByText('1 of 1').waitFor();
    await pressTool(page, 'Print');
    await expect.poll(async () => (await prints(page)).length).toBe(1);
    expect((await prints(page))[0]).not.toContain('About the college');

    // The find bar stays, and searches the other view.
    await original.click();
    await inside.getByRole('link', { name: 'About the college' }).waitFor();
    expect(await original.getAttribute('aria-pressed')).toBe('true');
    await find.fill('About the college');
    await dialog.getByText('1 of 1').waitFor();
    await dialog.getByRole('button', { name: 'Close find' }).click();
    await page.keyboard.press('u');
    await expect.poll(lines).toEqual(shown);
  },
);

test('on a phone the tools of a paper are in one row at the bottom, as in the reader, and the others in a menu', async () => {
  const page = await shelf.newPage({ ...phone, viewport: { width: 320, height: 640 } });
  await page.goto(`${shelf.url()}${papers}?open=site`);
  const bar = page.getByRole('region', { name: 'Paper tools' });
  const newer = bar.getByRole('button', { name: /^Newer paper: / });
  await newer.waitFor();
  await bar.getByRole('button', { name: 'Original page' }).waitFor();
  const boxes = await bar.getByRole('button').evaluateAll((tools) => tools.map((tool) => tool.getBoundingClientRect()));
  expect(boxes.length).toBe(5);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
  expect(640 - boxes[0]!.bottom).toBeLessThan(8);
  await bar.getByRole('button', { name: 'More' }).tap();
  const rows = page.getByRole('menu').locator('[role^=menuitem]');
  expect(await rows.allInnerTexts()).toEqual([
    'Zoom out',
    'Zoom in',
    'Dark mode',
    'Exam mode',
    'Share',
    'Save offline',
    'Print',
  ]);
  await page.keyboard.press('Escape');
  await newer.tap();
  await page.getByRole('dialog').getByRole('heading', { name: 'Page of a website' }).waitFor({ state: 'detached' });
});

test.skipIf(isOnlyInSweep('journeys'))('a paper that is no page of a website has no other view', async () => {
  const page = await shelf.newPage(desktop);
  await page.goto(`${shelf.url()}${papers}?open=word`);
  const dialog = page.getByRole('dialog', { name: 'Word paper' });
  await dialog.frameLocator('iframe').getByText('algorithm').waitFor();
  expect(await dialog.getByRole('button', { name: 'Original page' }).count()).toBe(0);
});

test('at its own address a paper is a page to read, fitted to the screen, even without scripts and in a new tab', async () => {
  // The browser logs that it runs nothing there; the console is not checked here.
  const page = await shelf.browser().newPage({ ...phone, javaScriptEnabled: false });
  await page.goto(shelf.url() + papers);
  await page.getByRole('link', { name: 'View Web paper' }).click();
  const heading = page.getByRole('heading', { name: 'Automata' });
  await heading.waitFor();
  expect(await page.title()).toBe('P');
  expect((await heading.boundingBox())!.width).toBeLessThan(390);

  const other = await (await shelf.browser().newContext(desktop)).newPage();
  await openPage(other, shelf.url() + papers);
  const [tab] = await Promise.all([
    other.context().waitForEvent('page'),
    other.getByRole('link', { name: 'View Web paper' }).click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await tab.getByRole('heading', { name: 'Automata' }).waitFor();
});

test('a paper in an undeclared old encoding is shown with its quotes, in the viewer and at its own address', async () => {
  const said = 'What is Dijkstra’s “banker’s algorithm” — in a café?';
  const page = await shelf.newPage(desktop);
  await page.goto(`${shelf.url()}${papers}?open=word`);
  const viewer = page.getByRole('dialog', { name: 'Word paper' }).frameLocator('iframe');
  await expect.poll(() => viewer.locator('p').innerText()).toContain(said);
  await page.goto(shelf.url() + api.fileView(ids, 'word-file'));
  expect(await page.locator('p').innerText()).toContain(said);
});

test('a saved page has its own fonts, style sheets and recordings in the viewer, in print and at its own address', async () => {
  const colour = (element: Element) => getComputedStyle(element).color;
  async function expectWhole(shown: Page | FrameLocator): Promise<void> {
    await expect.poll(() => shown.locator('#link').evaluate(colour)).toBe('rgb(1, 2, 3)');
    await expect.poll(() => shown.locator('#import').evaluate(colour)).toBe('rgb(4, 5, 6)');
    const fonts = () => shown.locator('html').evaluate(() => [...document.fonts].map(({ status }) => status));
    await expect.poll(fonts).toEqual(['loaded']);
    const seconds = () => shown.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
    await expect.poll(seconds).toBeGreaterThan(0);
  }
  const page = await shelf.newPage(desktop);
  await countPrints(page);
  await page.goto(`${shelf.url()}${papers}?open=saved`);
  const dialog = page.getByRole('dialog', { name: 'Saved page' });
  await expectWhole(dialog.frameLocator('iframe'));
  await pressTool(page, 'Print');
  await expect.poll(async () => (await prints(page)).length).toBe(1);
  await expectWhole(page.frameLocator('iframe.printed-paper'));
  const tab = await shelf.newPage(desktop);
  await tab.goto(shelf.url() + api.filePreview(ids, 'saved-file'));
  await expectWhole(tab);
});

test('at its own address nothing of a hostile paper runs, loads or navigates', async () => {
  const page = await (await shelf.browser().newContext(desktop)).newPage();
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(request.url()));
  // Requests that the policy refuses never leave the browser.
  page.on('requestfailed', (request) => request.failure()?.errorText === 'csp' && asked.delete(request.url()));
  const address = shelf.url() + api.filePreview(ids, 'hostile-file');
  await page.goto(address, { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { name: 'Hostile paper' });
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  expect(await page.getByRole('img', { name: 'Red' }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
    1,
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'Run' }).click();
  await heading.click();
  expect([page.url(), await page.title()]).toEqual([address, 'Hostile']);
  expect(await page.evaluate(() => origin)).toBe('null');
  expect([...asked].filter((url) => !url.startsWith('data:') && !url.endsWith('/favicon.ico'))).toEqual([address]);

  // A script of ours that fetches the same address gets the text, though the browser has cached the page.
  const ours = await page.context().newPage();
  await ours.goto(`${shelf.url()}${papers}`);
  const fetched = await ours.evaluate(async (url) => {
    const answer = await fetch(url);
    return [answer.headers.get('content-type'), await answer.text()];
  }, address);
  expect(fetched).toEqual(['text/plain; charset=utf-8', hostile]);
  await page.reload();
  await heading.waitFor();
});

test.skipIf(isOnlyInSweep('journeys'))('a paper that follows its own window does not grow for ever', async () => {
  const page = await shelf.newPage(desktop);
  await page.route('**/paper-file/preview**', (route) =>
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
