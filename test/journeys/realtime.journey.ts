import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { openBrowser } from '#test/support/browser.ts';
import { shareBrowser } from '#test/support/shared-browser.ts';
import { makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openPage } from '#test/support/open-page.ts';
import { signIn } from '#test/support/panel.ts';
import { openTestServer } from '#test/support/server.ts';
import { materialRow, menuLink, termButton } from '#test/support/student.ts';
import { watchForTrouble } from '#test/support/trouble.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const papersPath = '/faculty/csit/semester/1/subject/c-programming';

/** Opens a library with ten papers, one of each year from 2014 on, and an administrator elsewhere who edits it. */
async function openLibrary(kind: 'paper' | 'book' = 'paper', count = 10) {
  const server = await openTestServer({ withPages: true });
  const librarian = await openLibrarian(server.url);
  await librarian.upload('file.pdf', makePdf([['One page']]), 'file');
  const publish = (title: string, year: number, id?: string) =>
    librarian.publish(kind, { ...place, title, year, fileId: 'file' }, id);
  for (let index = 0; index < count; index += 1)
    await publish(`Material ${String(index + 10)}`, 2014 + index, `old-${index}`);
  const withdraw = (id: string) => removeOf(librarian, kind, id);
  return { server, librarian, publish, withdraw, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function removeOf(librarian: Librarian, kind: 'paper' | 'book', id: string): Promise<void> {
  const answer = await librarian.send('DELETE', api.document(ids, collectionOfKind[kind], id), {});
  expect(answer.status).toBe(204);
}

/** Call it before the page is opened; the response waits until the library has registered the subscription. */
function watchSubscriptions(page: Page): { opened: () => number; subscribed: () => Promise<void> } {
  let opened = 0;
  let count = 0;
  page.on('websocket', (socket) => {
    opened += 1;
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"type":"response","data":{"to":"subscribe"')) count += 1;
    });
  });
  return {
    opened: () => opened,
    async subscribed() {
      await expect.poll(() => count).toBeGreaterThan(0);
    },
  };
}

/** Position of the row on the screen, in CSS pixels from the top. */
async function topOf(page: Page, title: string): Promise<number> {
  const box = await materialRow(page, title).boundingBox();
  if (!box) throw new Error(`${title} is not on the page`);
  return box.y;
}

/** Marks this load of the page. */
const markLoad = (page: Page) => page.evaluate(() => Reflect.set(window, 'loadedOnce', true));
const isSameLoad = (page: Page) => page.evaluate(() => Reflect.get(window, 'loadedOnce') === true);

const scrolls = [
  { where: 'read half-way down', scroll: 500 },
  { where: 'at its top', scroll: 0 },
];

test.each(casesOf('journeys', scrolls, ({ scroll }) => scroll > 0))(
  'a paper appears and disappears on an open page $where, and no row moves',
  async ({ scroll }) => {
    await using library = await openLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage(phone);
    const trouble = watchForTrouble(page);
    const { subscribed } = watchSubscriptions(page);
    await page.goto(library.server.url + papersPath);
    await subscribed();
    await markLoad(page);
    await page.evaluate((top) => scrollTo(0, top), scroll);
    const shown = scroll ? 'Material 16' : 'Material 19';
    const link = materialRow(page, shown).getByRole('link', { name: /^View/ });
    await link.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
    const before = await topOf(page, shown);

    await library.publish('Brand new paper', 2031, 'new');
    await materialRow(page, 'Brand new paper').waitFor();
    expect(Math.abs((await topOf(page, shown)) - before)).toBeLessThanOrEqual(1);
    await page.getByText('Just added: 1 question paper.').waitFor({ state: 'attached' });

    await library.withdraw('new');
    await materialRow(page, 'Brand new paper').waitFor({ state: 'detached' });
    expect(Math.abs((await topOf(page, shown)) - before)).toBeLessThanOrEqual(1);
    await page.getByText('Just removed: 1 question paper.').waitFor({ state: 'attached' });

    const next = scroll ? shown : 'Material 18';
    const beforeNext = await topOf(page, next);
    await library.withdraw('old-9');
    await materialRow(page, 'Material 19').waitFor({ state: 'detached' });
    expect(Math.abs((await topOf(page, next)) - beforeNext)).toBeLessThanOrEqual(1);
    // When the focused row disappears, the focus moves to the row in its place.
    expect(await page.evaluate(() => document.activeElement?.closest('li')?.textContent)).toContain(next);
    expect(await isSameLoad(page)).toBe(true);
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('an untouched row stays too on a page that does not scroll', async () => {
  await using library = await openLibrary('paper', 3);
  await using browser = await shareBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 1600 } });
  const trouble = watchForTrouble(page);
  const { subscribed } = watchSubscriptions(page);
  await page.goto(library.server.url + papersPath);
  await subscribed();
  const before = await topOf(page, 'Material 11');
  await library.publish('Brand new paper', 2031, 'new');
  await materialRow(page, 'Brand new paper').waitFor();
  expect(Math.abs((await topOf(page, 'Material 11')) - before)).toBeLessThanOrEqual(1);
  await library.withdraw('new');
  await materialRow(page, 'Brand new paper').waitFor({ state: 'detached' });
  expect(Math.abs((await topOf(page, 'Material 11')) - before)).toBeLessThanOrEqual(1);
  await library.withdraw('old-2');
  await materialRow(page, 'Material 12').waitFor({ state: 'detached' });
  expect(Math.abs((await topOf(page, 'Material 11')) - before)).toBeLessThanOrEqual(1);
  expect(trouble()).toEqual([]);
});

test('an empty subject shows its first paper, another subject’s paper causes no request, and an edit moves one to another subject', async () => {
  await using library = await openLibrary('paper', 0);
  await using browser = await shareBrowser();
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  const { subscribed } = watchSubscriptions(page);
  await page.goto(library.server.url + papersPath);
  await page.getByText('No question papers available for C Programming.').waitFor();
  await subscribed();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await library.librarian.publish('paper', {
    ...place,
    subject: 'Digital Logic',
    title: 'Elsewhere',
    year: 2020,
    fileId: 'file',
  });
  await library.publish('First paper', 2024, 'first');
  await materialRow(page, 'First paper').waitFor();
  expect(asked.filter((url) => url.includes('/documents?'))).toHaveLength(1);

  const address = api.document(ids, collectionOfKind.paper, 'first');
  await library.librarian.send('PATCH', address, { data: { subject: 'Digital Logic' } });
  await page.getByText('No question papers available for C Programming.').waitFor();
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'counts on the tabs and in the side menu follow changes of every kind and subject',
  async () => {
    await using library = await openLibrary('paper', 1);
    await using browser = await shareBrowser();
    const page = await browser.newPage(desktop);
    const trouble = watchForTrouble(page);
    const { subscribed } = watchSubscriptions(page);
    await page.goto(library.server.url + papersPath);
    await subscribed();
    const tab = (name: string, count: string) => page.getByRole('tab', { name }).getByText(count);
    await tab('Question Papers', '1').waitFor();
    await tab('Study Notes', '0').waitFor();
    await termButton(page, 'Semester 1').getByText('1\u00a0paper').waitFor();
    const { publish: send } = library.librarian;
    await send('note', { ...place, title: 'A note', fileId: 'file' }, 'note');
    await tab('Study Notes', '1').waitFor();
    await send('paper', { ...place, subject: 'Digital Logic', title: 'Elsewhere', year: 2020, fileId: 'file' });
    await menuLink(page, 'Digital Logic').getByText('1').waitFor();
    await termButton(page, 'Semester 1').getByText('2\u00a0papers').waitFor();
    await library.librarian.send('DELETE', api.document(ids, collectionOfKind.note, 'note'), {});
    await tab('Study Notes', '0').waitFor();
    await library.withdraw('old-0');
    await tab('Question Papers', '0').waitFor();
    expect(trouble()).toEqual([]);
  },
);

test.skipIf(isOnlyInSweep('journeys'))('books come and go in the open library, and no book moves', async () => {
  await using library = await openLibrary('book', 8);
  await using browser = await shareBrowser();
  const page = await browser.newPage(desktop);
  const trouble = watchForTrouble(page);
  const { subscribed } = watchSubscriptions(page);
  await page.goto(`${library.server.url}/books`);
  await subscribed();
  const corners = async () => {
    const boxes = await Promise.all(
      ['Material 11', 'Material 17'].map((title) => materialRow(page, title).boundingBox()),
    );
    return boxes.map((box) => [box?.x, box?.y]);
  };
  const before = await corners();
  await library.publish('A first book by title', 2024, 'new');
  await materialRow(page, 'A first book by title').waitFor();
  expect(await corners()).toEqual(before);
  await library.withdraw('old-0');
  await materialRow(page, 'Material 10').waitFor({ state: 'detached' });
  expect(await corners()).toEqual(before);
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))(
  'the Manage table follows another administrator during an edit, and no typed text is lost',
  async () => {
    await using library = await openLibrary();
    await using browser = await shareBrowser();
    const page = await browser.newPage(desktop);
    const trouble = watchForTrouble(page);
    const { subscribed } = watchSubscriptions(page);
    await signIn(page, library.server.url);
    await page.getByRole('tab', { name: 'Manage Content' }).click();
    await page.getByRole('row').filter({ hasText: 'Material 15' }).waitFor();
    await subscribed();
    const topOfRow = async () => (await page.getByRole('row').filter({ hasText: 'Material 12' }).boundingBox())?.y ?? 0;
    const before = await topOfRow();
    await library.publish('Brand new paper', 2031, 'new');
    await page.getByRole('button', { name: 'Edit Brand new paper' }).waitFor();
    expect(Math.abs((await topOfRow()) - before)).toBeLessThanOrEqual(1);

    await page.getByRole('button', { name: 'Edit Material 15' }).click();
    const title = page.getByRole('dialog').getByLabel('Title');
    await title.fill('Half a new tit');
    await library.withdraw('new');
    await library.withdraw('old-3');
    await page.getByText('9 question papers', { exact: true }).waitFor();
    await title.pressSequentially('le');
    expect(await title.inputValue()).toBe('Half a new title');
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('row').filter({ hasText: 'Half a new title' }).waitFor();
    expect(trouble()).toEqual([]);
  },
);

test('a lost connection that returns shows no message, and missed changes appear', async () => {
  await using library = await openLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  const lines: WebSocketRoute[] = [];
  let subscriptions = 0;
  await page.routeWebSocket(/\/v1\/realtime/, (line) => {
    lines.push(line);
    const server = line.connectToServer();
    server.onMessage((message) => {
      if (String(message).includes('"to":"subscribe"')) subscriptions += 1;
      line.send(message);
    });
  });
  await page.goto(library.server.url + papersPath);
  await expect.poll(() => subscriptions).toBe(1);
  await lines[0]?.close();
  await library.publish('Published meanwhile', 2031);
  await materialRow(page, 'Published meanwhile').waitFor();
  expect(subscriptions).toBe(2);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await lines[1]?.close();
  await expect.poll(() => subscriptions).toBe(3);
  await library.publish('Published after', 2032);
  await materialRow(page, 'Published after').waitFor();
  // Nothing was missed, so nothing was requested: this one request is for the second paper.
  expect(asked.filter((url) => url.includes('/documents?'))).toHaveLength(1);
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))('Back is instant with a live page, and the page keeps listening', async () => {
  await using library = await openLibrary();
  await using browser = await openBrowser({ keepsPages: true });
  const page = await browser.newPage(phone);
  const { subscribed, opened } = watchSubscriptions(page);
  await page.goto(library.server.url + papersPath);
  await subscribed();
  let tries = 0;
  let openedBefore = 0;
  // Browsers cache no page that is still loading something, such as preloads; on a busy machine that may begin after
  // the network was idle.
  await expect
    .poll(async () => {
      tries += 1;
      await markLoad(page);
      await page.waitForLoadState('networkidle');
      await page.goto(`${library.server.url}/about`);
      await library.publish(`Published meanwhile ${tries}`, 2030 + tries);
      openedBefore = opened();
      await page.goBack({ waitUntil: 'commit' });
      await materialRow(page, `Published meanwhile ${tries}`).waitFor();
      return isSameLoad(page);
    })
    .toBe(true);
  expect(opened() - openedBefore).toBe(1);
});

test.skipIf(isOnlyInSweep('journeys'))('without a websocket the page works as before, without a message', async () => {
  await using library = await openLibrary();
  await using browser = await shareBrowser();
  const page = await browser.newPage(phone);
  const trouble = watchForTrouble(page);
  let tries = 0;
  await page.routeWebSocket(/\/v1\/realtime/, (line) => {
    tries += 1;
    void line.close({ code: 1006 });
  });
  await page.goto(library.server.url + papersPath);
  await expect.poll(() => tries).toBe(1);
  await page.getByRole('tab', { name: 'Study Notes' }).tap();
  await page.getByText('No study notes available yet.').waitFor();
  expect(trouble()).toEqual([]);
});

test.skipIf(isOnlyInSweep('journeys'))('who saves data opens no connection, nor does a page with no list', async () => {
  await using library = await openLibrary();
  await using browser = await shareBrowser();
  const saving = await browser.newPage(phone);
  const saver = watchSubscriptions(saving);
  await saving.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await openPage(saving, library.server.url + papersPath);
  await materialRow(saving, 'Material 15').waitFor();
  const reading = await browser.newPage(phone);
  const reader = watchSubscriptions(reading);
  await openPage(reading, `${library.server.url}/about`);
  // Another page, opened later, is already subscribed: it would have received these two.
  const other = await browser.newPage(phone);
  const { subscribed } = watchSubscriptions(other);
  await other.goto(library.server.url + papersPath);
  await subscribed();
  expect([saver.opened(), reader.opened()]).toEqual([0, 0]);
});
