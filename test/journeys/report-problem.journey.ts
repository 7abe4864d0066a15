import { expect, test } from 'vitest';
import { pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { openTestServer } from '#test/support/server.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };

test('a problem is reported from the page of a material and from both readers, with title, address and page', async () => {
  await using server = await openTestServer({ withPages: true, settings: { CONTACT_EMAIL: 'help@library.edu.np' } });
  await using browser = await shareBrowser();
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const librarian = await openLibrarian(server.url);
  await librarian.upload('file', makePdf([['One'], ['Two']]), 'file');
  await librarian.publish('paper', { ...place, title: 'C 2022', year: 2022, fileId: 'file' }, 'c2022');
  await librarian.upload('web', Buffer.from('<!doctype html><title>C</title><p>Pointers'), 'web');
  await librarian.publish('paper', { ...place, title: 'C 2023', year: 2023, fileId: 'web' }, 'c2023');
  const fieldsOf = (address: string | null) => {
    const { pathname, searchParams } = new URL((address ?? '').replaceAll('+', '%2B'));
    return [pathname, searchParams.get('subject'), searchParams.get('body')?.split('\r\n').slice(0, 2)];
  };

  await openPage(page, server.url + pages.material('c2022'));
  const link = page.getByRole('main').getByRole('link', { name: 'Report a problem' });
  const [email, subject, lines] = fieldsOf(await link.getAttribute('href'));
  expect([email, subject, lines?.[0]]).toEqual([
    'help@library.edu.np',
    'Problem: C 2022',
    expect.stringMatching(/^Address: http.*\/material\/c2022$/),
  ]);

  await openPage(page, `${server.url}${pages.papers('csit', '1', 'c-programming')}?open=c2022&page=2`);
  const reader = page.getByRole('dialog', { name: 'C 2022' });
  await reader.getByText('Two').waitFor();
  // A mail program can't be opened here.
  const followed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('click', (event) => {
          if (!(event.target instanceof HTMLAnchorElement)) return;
          event.preventDefault();
          resolve(event.target.href);
        });
      }),
  );
  await reader.getByRole('button', { name: 'More', exact: true }).click();
  await reader.getByRole('menuitem', { name: 'Report a problem' }).click();
  const reported = fieldsOf(await followed);
  expect(reported.slice(0, 2)).toEqual(['help@library.edu.np', 'Problem: C 2022']);
  expect(reported[2]).toEqual([expect.stringMatching(/^Address: .*\/material\/c2022\?open=c2022&page=2$/), 'Page: 2']);

  await openPage(page, `${server.url}${pages.papers('csit', '1', 'c-programming')}?open=c2023`);
  const paper = page.getByRole('dialog', { name: 'C 2023' }).getByRole('link', { name: 'help@library.edu.np' });
  expect(fieldsOf(await paper.getAttribute('href'))[1]).toBe('Problem: C 2023');
});

test.skipIf(isOnlyInSweep('journeys'))(
  'without an address of the library, a report leads to the contact page',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const librarian = await openLibrarian(server.url);
    await librarian.upload('file', makePdf([['One']]), 'file');
    await librarian.publish('paper', { ...place, title: 'C 2022', year: 2022, fileId: 'file' }, 'c2022');
    await openPage(page, `${server.url}${pages.papers('csit', '1', 'c-programming')}?open=c2022`);
    const reader = page.getByRole('dialog', { name: 'C 2022' });
    await reader.getByText('One').waitFor();
    await reader.getByRole('button', { name: 'More', exact: true }).click();
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      reader.getByRole('menuitem', { name: 'Report a problem' }).click(),
    ]);
    await opened.waitForURL('**/contact#reporting-a-mistake');
    expect(await opened.getByRole('heading', { name: 'Reporting a mistake' }).isVisible()).toBe(true);

    await openPage(page, server.url + pages.material('c2022'));
    await page.getByRole('main').getByRole('link', { name: 'Report a problem' }).click();
    await page.waitForURL('**/contact#reporting-a-mistake');
  },
);
