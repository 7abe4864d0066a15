import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { signIn, upload } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** The texts of docs/product.md about the account that no other journey tests. */

/** Records console errors that begin with our own words. */
function watchLog(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load')) logged.push(message.text());
  });
  return logged;
}

test('from signing in to uploading, managing and logging out, only the account calls of the contract are made', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // A change announced during the logout reloads the list, which is refused by then.
  const trouble = watchForTrouble(page, [/401 \(Unauthorized\) \(\S+\/materials\/inventory\?/]);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/v1\/(account|teams|functions|messaging|avatars|locale|graphql)\b/.test(pathname))
      calls.push(`${request.method()} ${pathname.slice('/v1'.length)}`);
  });

  await signIn(page, server.url);
  expect(calls.splice(0)).toEqual(['POST /account/sessions/email', 'GET /account']);
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    page.goto(server.url),
  ]);
  expect(calls.splice(0)).toEqual(['DELETE /account/sessions/current']);

  await signIn(page, server.url, { isKept: true });
  expect(calls.splice(0)).toEqual(['POST /account/sessions/email', 'PATCH /account/sessions/current', 'GET /account']);
  await page.goto(`${server.url}/admin`);
  await upload(page, {
    kind: 'Study Notes',
    faculty: 'BSc CSIT',
    level: 'Semester 1',
    subject: 'C Programming',
    title: 'Pointers',
    file: { name: 'pointers.pdf', mimeType: 'application/pdf', buffer: makePdf([['Pointers']]) },
  });
  await page.getByRole('tab', { name: 'Manage Content' }).click();
  await page.getByRole('group', { name: 'Content type' }).getByText('Study Notes').click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Pointers' })
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByText('Study Note deleted').first().waitFor();
  // The page checks its stored session, the panel the signed-in account; uploading and deleting request nothing.
  expect(new Set(calls.splice(0))).toEqual(new Set(['GET /account']));

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${server.url}/login`);
  expect(calls).toEqual(['DELETE /account/sessions']);
  expect(trouble()).toEqual([]);
});

test('a failed login is logged', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill('admin@library.test');
  await page.getByLabel('Password').fill('not the password');
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('login failed'));
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Login failed. Please try again.' }).first().waitFor();
  expect((await logged).type()).toBe('error');
});

test('a failed logout is logged and reported, and may be repeated', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const logged = watchLog(page);
  await signIn(page, server.url);
  await page.route('**/v1/account/sessions', (route) =>
    route.fulfill({ status: 500, json: { message: 'Server Error' } }),
  );
  const failure = page.waitForEvent('console', (message) => message.text().startsWith('logout failed'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByText('You’re still signed in').first().waitFor();
  await failure;
  expect(logged).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/admin');

  await page.unroute('**/v1/account/sessions');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${server.url}/login`);
  expect(logged).toHaveLength(1);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a current user who cannot be fetched is logged and reported, and may be fetched again',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const logged = watchLog(page);
    await signIn(page, server.url, { isKept: true });
    await page.route('**/v1/account', (route) => route.abort());
    await page.clock.install();
    await page.goto(`${server.url}/admin`);
    const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' });
    // The delays between its tries.
    while (!(await tryAgain.isVisible())) await page.clock.runFor(1000);
    expect(logged.map((line) => line.split(' TypeError')[0]).toSorted()).toEqual([
      'not fetched: ["account"]',
      'the current user was not fetched',
    ]);
    await page.unroute('**/v1/account');
    await tryAgain.click();
    await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  },
);

test.skipIf(isOnlyInSweep('journeys'))(
  'a logout that does not reach the library is logged, and repeated at the next load',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const logged = watchLog(page);
    await signIn(page, server.url);
    await page.route('**/v1/account/sessions/current', (route) => route.abort());
    const consoleError = page.waitForEvent('console', (message) =>
      message.text().startsWith('the session was not ended'),
    );
    await page.goto(server.url);
    await consoleError;
    expect(logged).toHaveLength(1);
    expect(await context.cookies(server.url)).toHaveLength(1);
    await page.unroute('**/v1/account/sessions/current');
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE'),
      page.goto(server.url),
    ]);
    expect(await context.cookies(server.url)).toEqual([]);
  },
);
