import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { inLanguage } from '#contract/languages.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { findCrampedText } from '#test/support/cramped.ts';
import { hasDevanagari } from '#test/support/devanagari-font.ts';
import { openFullLibrary, shown } from '#test/support/full-library.ts';
import { openAndSave, openLine, untilSaved } from '#test/support/offline-visit.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import { publicAddresses } from '#test/support/screens.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { casesOf } from '#test/support/sweeps.ts';

/** Pages in another language than English. */

let server: TestServer;
let browser: SharedBrowser;

const papers = pages.papers(...shown.subject);

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

test('the switch leads to the same page in the other language, whose links stay in it', async () => {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openPage(page, `${server.url}${pages.search()}?q=pointer&kind=paper`);
  await page.getByRole('banner').getByRole('link', { name: 'नेपाली' }).click();
  await page.waitForURL(`${server.url}/ne/search?q=pointer&kind=paper`);
  await settle(page);
  expect(await page.locator('html').getAttribute('lang')).toBe('ne');
  await page.getByRole('banner').getByRole('link', { name: 'पुस्तकालय', exact: true }).click();
  await page.waitForURL(`${server.url}/ne/books`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'गोपनीयता नीति' }).click();
  await page.getByRole('heading', { level: 1, name: 'गोपनीयता नीति' }).waitFor();
  // A link in the operator's text.
  await page.getByRole('main').getByRole('link', { name: 'सेभ', exact: false }).first().click();
  await page.waitForURL(`${server.url}/ne/**`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/ne'));
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
});

test('a browser in Nepali is offered Nepali in one line, until it was answered, and is never redirected', async () => {
  await using context = await browser.newContext({ locale: 'ne-NP' });
  const page = await context.newPage();
  await openPage(page, server.url + papers);
  const offer = page.getByRole('complementary', { name: 'यो पेज नेपालीमा पढ्नुहोस्' });
  await offer.waitFor();
  expect(pathOf(page)).toBe(papers);
  await offer.getByRole('button', { name: 'पर्दैन' }).click();
  await offer.waitFor({ state: 'detached' });
  await openPage(page, server.url + pages.books());
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
  expect(await offer.count()).toBe(0);
  await page.evaluate(() => localStorage.removeItem('language'));
  await openPage(page, server.url + papers);
  await offer.getByRole('link').click();
  await page.waitForURL(server.url + inLanguage('ne', papers));
  await settle(page);
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('ne');
  expect(await page.getByRole('complementary', { name: /English/ }).count()).toBe(0);
});

test('pages behind links in view are loaded in advance in the language of the page', async () => {
  await using context = await browser.newContext({ locale: 'ne-NP' });
  const page = await context.newPage();
  const ahead = page.waitForRequest(/\/v1\/catalogue\/faculties\/\w+\?language=ne$/);
  await page.goto(`${server.url}/ne`);
  await ahead;
  // As in English, a term has only its number where the names differ only in it.
  const term = page.getByRole('link', { name: 'BSc CSIT, सेमेस्टर १', exact: true });
  expect((await term.innerText()).trim()).toBe('१');
  expect(pathOf(page)).toBe('/ne');
});

test('each page names its language, and its addresses in all of them', async () => {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const read = () =>
    page.evaluate(() => ({
      lang: document.documentElement.lang,
      locale: document.querySelector('meta[property="og:locale"]')?.getAttribute('content'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      alternates: [...document.querySelectorAll('link[rel="alternate"][hreflang]')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
    }));
  const alternates = (path: string) => [
    ['en', server.url + path],
    ['ne', server.url + inLanguage('ne', path)],
    ['x-default', server.url + path],
  ];
  for (const path of [papers, pages.home()]) {
    await page.goto(server.url + path);
    expect(await read()).toEqual({
      lang: 'en',
      locale: 'en_US',
      canonical: path === '/' ? `${server.url}/` : server.url + path,
      alternates: alternates(path),
    });
    await page.goto(server.url + inLanguage('ne', path));
    expect(await read()).toEqual({
      lang: 'ne',
      locale: 'ne_NP',
      canonical: server.url + inLanguage('ne', path),
      alternates: alternates(path),
    });
  }
});

test('a Nepali page that was opened stays readable without a connection, and another one says so in Nepali', async () => {
  await using line = await openLine(server.url);
  await using context = await browser.newContext({ serviceWorkers: 'allow', locale: 'ne-NP' });
  const page = await context.newPage();
  await openAndSave(page, line.url + inLanguage('ne', papers));
  line.cut();
  await page.reload();
  await page
    .getByRole('tab', { name: /प्रश्नपत्र/ })
    .or(page.getByRole('link', { name: /प्रश्नपत्रहरू/ }))
    .first()
    .waitFor();
  await page.goto(`${line.url}/ne/faculty/bca`);
  await page.getByRole('heading', { level: 1, name: 'तपाईं अफलाइन हुनुहुन्छ' }).waitFor();
  // English pages have a worker and code of their own.
  line.mend();
  await openPage(page, line.url + papers);
  await untilSaved(page, line.url + papers);
  const workers = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
  );
  expect(workers.toSorted()).toEqual(['/', '/ne']);
});

test.each([
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const)(
  'on %s nothing of a Nepali page is cut off, overlaps or breaks a rule of accessibility',
  async (_, viewport) => {
    await using context = await browser.newContext({ viewport, locale: 'ne-NP' });
    const page = await context.newPage();
    const found: string[] = [];
    for (const address of casesOf('addresses', publicAddresses, (_address, index) => index % 3 === 0)) {
      await openPage(page, server.url + inLanguage('ne', address));
      const faults = [...(hasDevanagari ? await findCrampedText(page) : []), ...(await findAxeViolations(page))];
      found.push(...faults.map((fault) => `${address}: ${fault}`));
    }
    expect(found).toEqual([]);
  },
);

test.skipIf(!hasDevanagari)('the header in Nepali stays on one line when its links are in a row', async () => {
  await using context = await browser.newContext({ locale: 'ne-NP' });
  const page = await context.newPage();
  await openPage(page, `${server.url}/ne`);
  for (const width of [769, 800, 895, 896, 930, 959, 960, 1023, 1024, 1279, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const height = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().height);
    expect(height, `at ${width} px`).toBeLessThan(70);
  }
});
