import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { findAxeViolations } from '#test/support/axe.ts';
import { saveAll, loseLine, openControlled } from '#test/support/save-visit.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openAndSave, openLine, openVisit } from '#test/support/offline-visit.ts';
import { untilHydrated } from '#test/support/open-page.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';

const html = '<!doctype html><html lang="en"><head><title>P</title></head><body><h1>Gates</h1></body></html>';
const place = { facultyId: 'csit', semesterId: '1', subject: 'Digital Logic' };

test('Home without a connection begins with what is saved, below one message that covers nothing and can be dismissed', async () => {
  await using server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('paper.html', Buffer.from(html), 'paper-file');
  await librarian.publish('paper', { ...place, title: 'Paper', year: 2024, fileId: 'paper-file' }, 'paper');
  await using line = await openLine(server.url);
  await using browser = await shareBrowser();
  const context = await openVisit(browser);
  const page = await context.newPage();
  await openControlled(page, line.url + pages.papers('csit', '1', 'digital-logic'));
  await saveAll(page);
  await openAndSave(page, line.url + pages.home());
  const heading = page.getByRole('heading', { name: 'Saved on this device' });
  expect(await heading.count()).toBe(0);

  await loseLine(line, context);
  await page.reload();
  await untilHydrated(page);
  await page.getByText(/^You’re offline\. This is the page as of /).waitFor();
  await heading.waitFor();
  expect(await page.getByRole('main').getByRole('heading').first().innerText()).toBe('Saved on this device');
  await page.getByRole('link', { name: 'Digital Logic' }).waitFor();
  expect(await page.getByText(/offline/i).count()).toBe(1);
  expect(await findAxeViolations(page)).toEqual([]);
  // In the flow of the page, the message lies above nothing.
  const positions = await page.evaluate(() => {
    const message = document.querySelector('[data-offline-message]');
    return [message, ...(message?.querySelectorAll('span') ?? [])].map(
      (each) => each && getComputedStyle(each).position,
    );
  });
  expect(positions.length).toBeGreaterThan(1);
  expect(positions.filter((position) => position === 'fixed' || position === 'sticky')).toEqual([]);

  await page.getByRole('button', { name: 'Dismiss this message' }).tap();
  await page.getByText('You’re offline.').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

  // The next page says it again; it is the stored one, with the saved paper.
  await page.getByRole('link', { name: 'Digital Logic' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Digital Logic' }).waitFor();
  await page.getByText('You’re offline.').waitFor();
  await page.getByRole('link', { name: 'View Paper' }).tap();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Gates' }).waitFor();
});
