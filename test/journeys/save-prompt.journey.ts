import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { beginSaving, openControlled } from '#test/support/save-visit.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openLine, openVisit } from '#test/support/offline-visit.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/**
 * Save offline in browsers that differ from Chromium: Firefox asks for permission, and WebKitGTK has no
 * `navigator.storage`.
 */

const html = '<!doctype html><html lang="en"><head><title>P</title></head><body><h1>Automata</h1></body></html>';

test.skipIf(isOnlyInSweep('journeys'))(
  'a paper is saved while the browser asks for permission and without a storage manager, and opens when only the server is unreachable',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using line = await openLine(server.url);
    const librarian = await openLibrarian(server.url);
    await librarian.upload('paper.html', Buffer.from(html), 'paper-file');
    const place = { facultyId: 'csit', semesterId: '1', subject: 'Digital Logic' };
    await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'paper-file' }, 'paper');
    await using browser = await shareBrowser();
    const page = await (await openVisit(browser)).newPage();
    await openControlled(page, line.url + pages.material('paper'));
    const dialog = page.getByRole('dialog', { name: 'Save offline' });
    const remove = dialog.getByRole('button', { name: 'Remove from this device' });
    await page.evaluate(() => {
      StorageManager.prototype.persist = () => new Promise(() => {});
    });
    await beginSaving(page);
    await remove.tap();
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'storage'));
    await dialog.getByRole('button', { name: /^Save / }).tap();
    await remove.waitFor();
    expect(await page.evaluate(() => 'storage' in navigator)).toBe(false);

    // The browser is online, as behind the login page of a network.
    line.cut();
    await page.goto(line.url + pages.saved());
    await page.getByRole('link', { name: /^Read / }).tap();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Automata' }).waitFor();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  },
);
