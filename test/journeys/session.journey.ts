import { expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { signIn } from '#test/support/panel.ts';
import { administrator, openTestServer } from '#test/support/server.ts';

test('a full page load ends the session', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await openBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, server.url);
  await page.goto(server.url);
  await expect.poll(async () => (await context.cookies()).length).toBe(0);
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('banner').getByRole('button', { name: 'Login' }))
    .first()
    .waitFor();
  await page.goto(`${server.url}/admin`);
  await page.waitForURL(`${server.url}/login`);
});

test('a kept session survives page loads and the end of the browser', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signIn(page, server.url, { isKept: true });
  const [cookie] = await context.cookies();
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
  await using browser = await openBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const address of ['/', '/books', '/faculty/csit/semester/1', '/about']) {
    await page.goto(server.url + address, { waitUntil: 'networkidle' });
  }
  expect(asked.filter((path) => path.startsWith('/v1/account'))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test('a wrong password is refused in words and may be tried again; once it is right the refusal is gone and Logout is free', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.url}/login`);
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password').fill('not the password');
  await login.click();
  const refusal = page.locator('.Toastify__toast').filter({ hasText: 'Login failed. Please try again.' });
  await refusal.waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(administrator.email);
  // Held, so that it does not go by itself.
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
