import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import { publicAddresses } from '#test/support/screens.ts';
import type { TestServer } from '#test/support/server.ts';
import { shareBrowser, type SharedBrowser } from '#test/support/shared-browser.ts';
import { casesOf } from '#test/support/sweeps.ts';

/** The site for visitors without scripts: every visible control works, and every working one is visible. */
let server: TestServer;
let browser: SharedBrowser;

beforeAll(async () => {
  server = await openFullLibrary();
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

const papers = pages.papers('csit', '1', 'c-programming');

function openWithoutScripts(viewport: { width: number; height: number }): Promise<Page> {
  return browser.newPage({ viewport, javaScriptEnabled: false });
}

test.each(Object.entries(sizes))('on a %s no control that needs scripts is visible', async (_size, viewport) => {
  const page = await openWithoutScripts(viewport);
  const found = new Map<string, string[]>();
  for (const address of casesOf('addresses', publicAddresses, (each) => !each.includes('?'))) {
    await page.goto(server.url + address);
    for (const name of await page.evaluate(findDeadControls)) found.set(name, [...(found.get(name) ?? []), address]);
  }
  expect(Object.fromEntries(found)).toEqual({});
  await page.context().close();
});

test.each(Object.entries(sizes))(
  'on a %s the header has no gaps for hidden buttons, and shows no key',
  async (_size, viewport) => {
    const page = await openWithoutScripts(viewport);
    await page.goto(server.url + pages.home());
    const search = page.getByRole('banner').getByRole('link', { name: 'Search' });
    const menu = page.getByRole('banner').getByRole('link', { name: /menu/i });
    const language = page.getByRole('banner').getByRole('link', { name: 'नेपाली' });
    const last = (await menu.isVisible()) ? menu : language;
    const spaceAfter = await last.evaluate((link) => {
      const row = link.closest('header > div')!;
      const end = row.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(row).paddingRight);
      return end - link.getBoundingClientRect().right;
    });
    expect(spaceAfter).toBe(0);
    expect(await search.innerText()).not.toContain('/');
    await page.context().close();
  },
);

test('on a phone the other terms of a programme are below the papers', async () => {
  const page = await openWithoutScripts(sizes.phone);
  await page.goto(server.url + papers);
  const other = page.getByRole('link', { name: 'Subjects of Semester 2' });
  const download = page.getByRole('link', { name: /^Download / }).last();
  const [otherBox, downloadBox] = [await other.boundingBox(), await download.boundingBox()];
  expect(otherBox?.y).toBeGreaterThan(downloadBox?.y ?? Number.POSITIVE_INFINITY);
  await other.click();
  await page.waitForURL(server.url + pages.semester('csit', '2'));
  await page.context().close();
});

test('a browser without cascade layers, which has no styles, shows the other terms and no control that needs scripts', async () => {
  const page = await openWithoutScripts(sizes.desktop);
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('@layer', '@unknown') });
  });
  await page.goto(server.url + papers);
  await page.getByRole('link', { name: 'Subjects of Semester 2' }).waitFor();
  expect(await page.evaluate(findDeadControls)).toEqual([]);
  await page.context().close();
});

test.each([pages.saved(), pages.reading()])('%s says that it needs scripts', async (address) => {
  const page = await openWithoutScripts(sizes.phone);
  await page.goto(server.url + address);
  expect(await page.getByText('needs JavaScript').isVisible()).toBe(true);
  await page.context().close();
});

test('a discussion shows the upvotes of the post and of each comment as text', async () => {
  const page = await openWithoutScripts(sizes.phone);
  await page.goto(server.url + pages.discussion('normal-forms'));
  const counts = page.getByText(/^\d+ upvotes?$/).filter({ visible: true });
  expect(await counts.allInnerTexts()).toEqual(['24 upvotes', '9 upvotes', '4 upvotes']);
  await page.context().close();
});

/** Returns the names of visible buttons that submit no form, and of fields that belong to none. */
function findDeadControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('button, [role=button], input, select, textarea');
  return [...controls]
    .filter((control) => {
      const isSubmit = control.matches('button[type=submit], button:not([type]), input[type=submit]');
      const isField = !control.matches('button, [role=button]');
      if (control.matches('form *') && (isSubmit || isField)) return false;
      return control.checkVisibility({ visibilityProperty: true });
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent.trim());
}
