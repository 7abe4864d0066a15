import { expect, test } from 'vitest';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { openPage, settle } from '#test/support/open-page.ts';
import { openSampleLibrary } from '#test/support/sample-library.ts';
import { openTestServer } from '#test/support/server.ts';
import { termButton } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desktop = { viewport: { width: 1440, height: 900 } };
/** Generous for a busy machine; no test here measures speed. */

test('guards lead to the not-found page, and every address has its own status', async () => {
  await using server = await openTestServer({ withPages: true });
  const ask = async (address: string) => {
    const response = await fetch(server.url + address, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  const notFound = [307, '/not-found'];
  expect(await ask('/faculty/astrology')).toEqual(notFound);
  expect(await ask('/faculty/csit/semester/9')).toEqual(notFound);
  expect(await ask('/faculty/csit/semester/1/subject/alchemy')).toEqual(notFound);
  expect(await ask('/faculty/csit/revision/semester/9')).toEqual(notFound);
  expect(await ask('/faculty/csit/notes/semester/1/subject/Digital%20Logic')).toEqual([
    308,
    '/faculty/csit/notes/semester/1/subject/digital-logic',
  ]);
  expect(await ask('/not-found')).toEqual([404, null]);
  expect(await ask('/no/such/page')).toEqual([404, null]);
  expect(await ask('/material/none')).toEqual([404, null]);
  expect(await ask('/books?faculty=csit&semester=2&q=logic')).toEqual([200, null]);
  expect(await ask('/faculty/csit/semester/1/subject/digital-logic?open=123&page=2')).toEqual([200, null]);
});

test('tabs and the side menu stay at the same faculty and term, and on a small screen the list begins near the top', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  const way = '/faculty/csit/semester/1/subject/digital-logic';
  await openPage(page, server.url + way);
  await page.getByText('No question papers available for Digital Logic.').waitFor();
  await page.getByRole('tab', { name: 'Study Notes' }).tap();
  await page.getByText('No study notes available yet.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/faculty/csit/notes/semester/1/subject/digital-logic');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const tabs = await page.getByRole('tablist').boundingBox();
  expect(tabs && tabs.y + tabs.height).toBeLessThan(230);

  await page.getByRole('button', { name: 'BSc CSIT Faculty' }).tap();
  await page.getByRole('button', { name: 'Semester 2' }).tap();
  expect(await termButton(page, 'Semester 1').getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('complementary').getByRole('link', { name: 'Microprocessor' }).tap();
  await page.waitForURL('**/faculty/csit/notes/semester/2/subject/microprocessor');
  await page.getByRole('tab', { selected: true, name: 'Study Notes' }).waitFor();
  expect(trouble()).toEqual([]);
});

test('the library stores its filters in the address, and a semester that the faculty lacks becomes semester 1', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  const trouble = watchForTrouble(page);
  await openPage(page, `${server.url}/books`);
  await page.getByLabel('Faculty').selectOption('csit');
  await page.getByLabel('Semester').selectOption('8');
  await page.getByPlaceholder('Search books...').fill('1e3');
  await page.waitForURL((url) => url.search === '?faculty=csit&semester=8&q=1e3');
  await page.getByText('No books found matching your criteria').waitFor();
  await page.getByLabel('Faculty').selectOption('llb');
  await page.waitForURL((url) => url.search === '?faculty=llb&q=1e3');
  await expect.poll(() => page.getByLabel('Semester').inputValue()).toBe('1');
  await page.reload();
  expect(await page.getByPlaceholder('Search books...').inputValue()).toBe('1e3');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL((url) => url.search === '');
  await expect.poll(() => page.getByPlaceholder('Search books...').inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('Faculty').inputValue()).toBe('all');
  expect(trouble()).toEqual([]);
});

test('the theme is remembered and applied before the first paint', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const context = await browser.newContext({ ...desktop, colorScheme: 'light' });
  const page = await context.newPage();
  const trouble = watchForTrouble(page);
  const isDark = (on = page) => on.evaluate(() => document.documentElement.classList.contains('dark'));
  /** Returns the colour that a browser paints around the page: the first one whose media match. */
  const around = (on = page) =>
    on.evaluate(
      () =>
        [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
          ({ media }) => matchMedia(media).matches,
        )?.content,
    );
  await openPage(page, server.url);
  expect([await isDark(), await around()]).toEqual([false, '#fbfaf6']);

  // Without a choice the system's theme is followed as it changes, here and in another tab.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isDark()).toBe(true);
  expect(await around()).toBe('#12161d');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark()).toBe(false);
  const other = await context.newPage();
  await openPage(other, `${server.url}/faq`);
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  expect(await around()).toBe('#12161d');
  await expect.poll(() => isDark(other)).toBe(true);
  expect(await around(other)).toBe('#12161d');
  await page.goto(`${server.url}/books`, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect([await isDark(), await around()]).toEqual([true, '#12161d']);
  await settle(page);
  expect(await page.locator('meta[name="theme-color"]').count()).toBe(2);
  await page.getByRole('button', { name: 'Switch between light and dark theme' }).click();
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await expect.poll(() => isDark(other)).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  expect([await isDark(), await around()]).toEqual([false, '#fbfaf6']);
  expect(trouble()).toEqual([]);
});

test('a student without scripts can use the whole site', async () => {
  await using server = await openSampleLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
  await page.goto(server.url);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'BSc CSIT' }) });
  await card.getByRole('button', { name: 'Select Faculty' }).click();
  const subject = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'C Programming' }) });
  await subject.getByRole('link', { name: 'View' }).click();
  await page.getByRole('link', { name: 'More about C Programming – Model Question Paper 2023' }).click();
  await page.getByRole('heading', { level: 1, name: 'C Programming – Model Question Paper 2023' }).waitFor();
  expect(await page.getByRole('link', { name: /^Download / }).getAttribute('href')).toContain('/download');
});

test('a list that cannot be fetched shows the empty text and a button to try again', async () => {
  await using server = await openTestServer({ withPages: true });
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  let isDown = true;
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('not fetched:')) logged.push(message.text());
  });
  await page.route('**/collections/notes/documents*', (route) =>
    isDown ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.clock.install();
  await openPage(page, `${server.url}/faculty/csit/semester/1/subject/digital-logic`);
  await page.getByRole('tab', { name: 'Study Notes' }).click();
  await page.waitForURL('**/notes/**');
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  // Query's three retries wait 1, 2 and 4 seconds; the test controls the clock.
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      return tryAgain.count();
    })
    .toBe(1);
  await page.getByText('No study notes available yet.').waitFor();
  expect(logged).toHaveLength(1);
  isDown = false;
  await tryAgain.click();
  await expect.poll(() => tryAgain.count()).toBe(0);
  await page.getByText('No study notes available yet.').waitFor();
});
