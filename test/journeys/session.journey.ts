import { expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { callAs, callAsAdministrator } from '#test/support/contract-caller.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn, upload } from '#test/support/panel.ts';
import { administrator, openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const note = {
  kind: 'Study Notes',
  faculty: 'BSc CSIT',
  level: 'Semester 1',
  subject: 'Physics',
  file: { name: 'Waves.pdf', mimeType: 'application/pdf', buffer: makePdf([['Waves']]) },
} as const;

test('a full page load ends the session', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await page.goto(server.url);
  await expect.poll(async () => (await context.cookies(server.url)).length).toBe(0);
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('banner').getByRole('button', { name: 'Login' }))
    .first()
    .waitFor();
  await page.goto(`${server.url}/admin`);
  await page.waitForURL(`${server.url}/login`);
});

test('a just published material opens in a new tab, and nobody is signed out', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const panel = await context.newPage();
  await signIn(panel, server.url);
  await upload(panel, note);
  const opened = context.waitForEvent('page');
  await panel.getByRole('link', { name: 'Waves', exact: true }).click();
  const tab = await opened;
  await tab.waitForURL(/\/material\//);
  await tab.getByRole('banner').getByText('Go to Dashboard').waitFor();
  await tab.reload();
  await tab.getByRole('banner').getByText('Go to Dashboard').click();
  await tab.getByRole('heading', { name: 'Admin Panel' }).waitFor();
  const twin = await context.newPage();
  await twin.goto(`${server.url}/admin`);
  await twin.getByRole('tab', { name: 'Manage Content' }).waitFor();
  await panel.getByRole('tab', { name: 'Manage Content' }).click();
  await panel.getByRole('group', { name: 'Content type to manage' }).getByText('Study Notes').click();
  await panel.getByRole('button', { name: 'Delete Waves' }).click();
  await panel.getByText('The Study Note has been deleted successfully').first().waitFor();
  expect((await context.cookies(server.url)).length).toBe(1);

  await panel.close();
  await twin.close();
  await tab.goto(server.url);
  await tab.getByRole('banner').getByText('Login').waitFor();
  await expect.poll(async () => (await context.cookies(server.url)).length).toBe(0);
});

test.skipIf(isOnlyInSweep('journeys'))('tabs find an open panel also where the browser has no Web Locks', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  const panel = await context.newPage();
  await signIn(panel, server.url);
  await panel.getByRole('tab', { name: 'Manage Content' }).waitFor();
  const tab = await context.newPage();
  await tab.goto(server.url);
  await tab.getByRole('banner').getByText('Go to Dashboard').waitFor();
  await panel.close();
  await tab.reload();
  await expect.poll(async () => (await context.cookies(server.url)).length).toBe(0);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a panel in the back/forward cache is not open, and asks for the password on the way back',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await openBrowser({ keepsPages: true });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    // A browser may discard a page of this cache at any time. Then the page is reloaded.
    let isKept = false;
    for (let attempt = 1; attempt <= 3 && !isKept; attempt += 1) {
      await signIn(page, server.url);
      await page.evaluate(() => Reflect.set(window, 'wasHere', true));
      await page.goto(server.url);
      await expect.poll(async () => (await context.cookies(server.url)).length).toBe(0);
      await page.goBack({ waitUntil: 'commit' });
      const panel = page.getByRole('tab', { name: 'Manage Content' });
      await panel.or(page.getByLabel('Password')).first().waitFor();
      isKept = await page.evaluate(() => Reflect.get(window, 'wasHere') === true);
    }
    expect(isKept).toBe(true);
    await page.getByRole('banner').getByText('Login').waitFor();
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  },
);

test.skipIf(isOnlyInSweep('journeys'))('a kept session survives page loads and the end of the browser', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server.url, { isKept: true });
  const [cookie] = await context.cookies(server.url);
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(30);
  expect(cookie).toMatchObject({ name: 'a_session_examshelf', httpOnly: true, sameSite: 'Lax' });
  await page.goto(server.url);
  await page.getByRole('banner').getByText('Go to Dashboard').click();
  await page.waitForURL(`${server.url}/admin`);
  await page.getByRole('heading', { name: 'Admin Panel' }).waitFor();

  const kept = await context.storageState();
  const later = await browser.newContext({ storageState: kept });
  const tab = await later.newPage();
  await tab.goto(`${server.url}/admin`);
  await tab.getByRole('button', { name: 'Logout' }).click();
  await tab.waitForURL(/\/login$/);
  await page.goto(`${server.url}/admin`);
  await page.waitForURL(/\/login$/);
});

test('a visitor who never signed in causes no account call and gets no cookie', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const address of ['/', '/books', '/faculty/csit/semester/1', '/about']) {
    await openPage(page, server.url + address);
  }
  expect(asked.filter((path) => path.startsWith('/v1/account'))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('a wrong password is refused with a message and may be corrected; then the message disappears and Logout is accessible', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/login`);
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill('not the password');
  await login.click();
  const refusal = page.locator('.Toastify__toast').filter({ hasText: 'Login failed. Please try again.' });
  await refusal.waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(administrator.email);
  // Held, so that it does not disappear by its timer.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.getByLabel('Password').fill(administrator.password);
  await login.click();
  const welcome = page.locator('.Toastify__toast').filter({ hasText: 'Welcome' });
  await welcome.waitFor();
  await refusal.waitFor({ state: 'detached' });
  for (const width of [1440, 1024, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await welcome.evaluate((each) => each.getAnimations().forEach((animation) => animation.finish()));
    await page.getByRole('button', { name: 'Logout' }).click({ trial: true, timeout: 5000 });
  }
  expect(await welcome.count()).toBe(1);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'a new password is set in the panel: faults are explained at their fields, and every other session ends',
  async () => {
    await using server = await openTestServer({ withPages: true });
    await using browser = await shareBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, server.url);
    const elsewhere = await callAsAdministrator(server.url);
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    const fields = ['Current password', 'New password', 'Repeat the new password'];
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    const send = async (...typed: string[]) => {
      for (const [index, name] of fields.entries()) await field(name).fill(typed[index] ?? '');
      await dialog.getByRole('button', { name: 'Change password' }).click();
    };
    const chosen = 'four other plain words';
    await send('', 'short', 'short');
    await dialog.getByText('Enter your current password.').waitFor();
    await dialog.getByText('Use at least 8 characters.').waitFor();
    expect(await field('Current password').evaluate((each) => each === document.activeElement)).toBe(true);
    await send('not the password', chosen, chosen);
    await dialog.getByText('That isn’t your current password.').waitFor();
    await send(administrator.password, 'Password123', 'Password123');
    await dialog.getByText('This password is among the first that strangers try.').waitFor();
    expect(await field('New password').getAttribute('aria-invalid')).toBe('true');
    expect(
      await dialog.locator('input').evaluateAll((inputs) => inputs.map((each) => each.getAttribute('autocomplete'))),
    ).toEqual(['username', 'current-password', 'new-password', 'new-password']);
    await send(administrator.password, chosen, chosen);
    await page.getByText('Your password was changed').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await elsewhere.call('GET', '/account')).status).toBe(401);
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('table').or(page.getByText(/^No /)).first().waitFor();
    const json = { email: administrator.email, password: chosen };
    expect((await callAs(server.url).call('POST', '/account/sessions/email', { json })).status).toBe(201);
  },
);

test('the sign-in page says who can set a new password, and that a page load ends the session', async () => {
  await using server = await openTestServer({ withPages: true, settings: { CONTACT_EMAIL: 'help@library.test' } });
  await using browser = await shareBrowser();
  const page = await browser.newPage();
  await openPage(page, `${server.url}/login`);
  const main = page.getByRole('main');
  await main.getByText('Forgot your password? Ask this library’s server administrator to set a new one.').waitFor();
  expect(await main.getByRole('link', { name: 'help@library.test' }).getAttribute('href')).toBe(
    'mailto:help@library.test',
  );
  await main.getByText('Unless you tick “Keep me signed in”, reloading the page signs you out.').waitFor();
});
