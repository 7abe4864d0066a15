import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import { publicAddresses } from '#test/support/screens.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Structure of pages for people who do not see them. */

const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const };

test.skipIf(isOnlyInSweep('journeys'))(
  'every address has its landmarks, one first heading, no level left out and its own title',
  async () => {
    await using server = await openFullLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
    const found: string[] = [];
    const titles = new Map<string, string>();
    for (const address of publicAddresses) {
      await page.goto(server.url + address);
      found.push(...(await findStructureFaults(page)).map((fault) => `${address}: ${fault}`));
      titles.set(address.replace(/\?.*/, ''), await page.title());
    }
    expect(found).toEqual([]);
    // Unknown addresses share a title; all others differ.
    const own = [...titles.values()].filter((title) => title !== 'Examshelf' && !/not found|no longer/i.test(title));
    expect(new Set(own).size).toBe(own.length);
  },
);

function findStructureFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
    const expectOne = (selector: string) => {
      const count = seen(selector).length;
      if (count !== 1) faults.push(`${count} of ${selector}`);
    };
    for (const each of ['main', 'body > * header, body > header', 'footer', 'h1', 'main h1']) expectOne(each);
    if (document.documentElement.lang !== 'en') faults.push('no language');
    const labels = seen('nav').map((nav) => nav.getAttribute('aria-label') ?? '');
    if (labels.includes('') || new Set(labels).size < labels.length) faults.push(`navigations: ${labels.join(', ')}`);
    const atHome = seen('a[aria-current]').filter((link) => link.getAttribute('href') === '/');
    if (location.pathname !== '/' && atHome.length > 0)
      faults.push(`${atHome.length} links to Home are the current page`);
    const steps = seen('nav[aria-label=Breadcrumb] [aria-current]').length;
    if (steps > 1) faults.push(`${steps} steps of the breadcrumb are the current page`);
    let before = 1;
    for (const heading of seen('main :is(h1, h2, h3, h4, h5, h6)')) {
      const level = Number(heading.tagName.charAt(1));
      if (level > before + 1) faults.push(`"${heading.textContent}" is of level ${level} after ${before}`);
      before = level;
    }
    const outside = seen('body *').filter(
      (each) => each.textContent.trim() !== '' && !each.closest('main, header, footer, a[href="#content"]'),
    );
    for (const each of outside) if (each.children.length === 0) faults.push(`"${each.textContent}" is in no landmark`);
    return faults;
  });
}
