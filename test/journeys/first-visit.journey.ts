import { expect, test } from 'vitest';
import { firstPages, maxFirstVisitBytes, weighFirstVisit } from '#test/support/first-visit.ts';
import { openFullLibrary } from '#test/support/full-library.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';

test('the scripts and styles of a first visit to Home, a subject, the library or the search are 150 KiB at most', async () => {
  await using server = await openFullLibrary();
  await using browser = await shareBrowser();
  const visits: { name: string; wire: number; files: number }[] = [];
  for (const [name, address] of Object.entries(firstPages)) {
    const { wire, files } = await weighFirstVisit(browser, server.url + address);
    visits.push({ name, wire, files });
  }
  expect(visits.filter(({ wire }) => wire > maxFirstVisitBytes)).toEqual([]);
  // All of them have scripts and styles: the limit is compared with something.
  expect(visits.filter(({ wire, files }) => files < 2 || wire < maxFirstVisitBytes / 10)).toEqual([]);
});
