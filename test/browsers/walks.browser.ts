import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { pages } from '#contract/addresses.ts';
import { makePdf } from '#test/support/documents.ts';
import { openLibrarian } from '#test/support/library.ts';
import { makeZip } from '#test/support/make-zip.ts';
import { openLine, type Line } from '#test/support/offline-visit.ts';
import { openWebKit, type WebKit } from '#test/support/other-browsers.ts';
import { administrator, openTestServer, type TestServer } from '#test/support/server.ts';

/**
 * Walks of the main journeys in WebKitGTK. Its driver supports WebDriver only, and its window has no size without a
 * display, so controls are found by their words and pressed by script.
 */

let server: TestServer;
let line: Line;
let browser: WebKit;

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const html = '<!doctype html><html lang="en"><head><title>P</title></head><body><h1>Automata</h1></body></html>';

beforeAll(async () => {
  server = await openTestServer({ withPages: true, readsTexts: true });
  line = await openLine(server.url);
  const librarian = await openLibrarian(server.url);
  await librarian.upload('pointers.pdf', makePdf([['Explain pointers to functions.'], ['Second page']]), 'pdf-file');
  await librarian.publish('paper', { ...place, title: 'Pointers', year: 2024, fileId: 'pdf-file' }, 'pointers');
  await librarian.upload('web.html', Buffer.from(html), 'html-file');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2023, fileId: 'html-file' }, 'web');
  await librarian.publish('book', { ...place, title: 'A book of C', year: null, fileId: 'pdf-file' }, 'book');
});

beforeEach(async () => {
  browser = await openWebKit();
  return async () => {
    line.mend();
    await browser[Symbol.asyncDispose]();
  };
});

afterAll(async () => {
  await line?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

/** While a navigation is in progress, the driver has no page to evaluate in. */
const holds = (expression: string) => browser.evaluate(expression).catch(() => false);
async function until(expression: string): Promise<void> {
  await expect.poll(() => holds(`Boolean(${expression})`)).toBe(true);
}
const untilWords = (words: string) => until(`document.body.innerText.includes(${JSON.stringify(words)})`);

async function open(address: string): Promise<void> {
  await browser.goto(line.url + address);
  await until(`document.documentElement.dataset.hydrated !== undefined`);
}

/** Presses the first enabled link or button within `scope` whose name matches. */
async function press(name: RegExp, scope = 'body'): Promise<void> {
  const found = `[...document.querySelectorAll('${scope} :is(a, button, [role=tab]):not(:disabled, [aria-disabled=true])')].find((each) => ${name}.test((each.getAttribute('aria-label') ?? each.textContent).trim()))`;
  await until(found);
  await browser.evaluate(`void ${found}.click()`);
}

/** Types into a field of a form such that React receives the event. */
async function fill(selector: string, value: string): Promise<void> {
  const field = `document.querySelector(${JSON.stringify(selector)})`;
  await until(field);
  await browser.evaluate(
    `void ((field) => { Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(value)}); field.dispatchEvent(new Event('input', { bubbles: true })); })(${field})`,
  );
}

test('a visitor goes from the subject to a paper, finds it by its text, and filters the books', async () => {
  await open(pages.papers('csit', '1', 'c-programming'));
  await untilWords('Pointers');
  await press(/^Study Notes/);
  await untilWords('No study notes available yet.');
  await open(`${pages.search()}?q=pointers functions`);
  await until(`document.querySelector('mark')`);
  await open(pages.books());
  await untilWords('A book of C');
  await fill('input[placeholder="Search books..."]', 'nothing like it');
  await expect
    .poll(() => holds(`document.body.innerText.includes('No books found matching your criteria')`))
    .toBe(true);
});

test('the reader draws a PDF, and the frame shows an HTML paper', async () => {
  await open(`${pages.material('pointers')}?open=pointers`);
  await until(`document.querySelector('[data-page-number="1"][data-state="painted"]')`);
  await open(`${pages.material('web')}?open=web`);
  await expect.poll(() => holds(`document.querySelector('iframe[data-shown]') !== null`)).toBe(true);
});

test('a saved paper opens when only the server is unreachable', async () => {
  await open(pages.material('web'));
  await until('navigator.serviceWorker.controller');
  await press(/^Save offline: /);
  await press(/^Save [\d.]+ [KM]B$/);
  await untilWords('Remove from this device');
  line.cut();
  await open(pages.saved());
  await press(/^Read /);
  await expect.poll(() => holds(`document.querySelector('iframe[data-shown]') !== null`)).toBe(true);
});

/** Chooses the option with this text in the list with this label. */
async function choose(label: string, option: string): Promise<void> {
  const list = `[...document.querySelectorAll('main select')].find((each) => each.labels[0]?.textContent.startsWith(${JSON.stringify(label)}))`;
  const value = `[...(${list}?.options ?? [])].find(({ text }) => text === ${JSON.stringify(option)})?.value`;
  await until(value);
  await browser.evaluate(
    `void ((list, value) => { Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(list, value); list.dispatchEvent(new Event('change', { bubbles: true })); })(${list}, ${value})`,
  );
}

/** Chooses a file with these bytes in the field that matches the selector. It stays until the test has ended. */
async function chooseFile(selector: string, name: string, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-walk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const field = `document.querySelector(${JSON.stringify(selector)})`;
  await until(`${field}?.id`);
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await browser.chooseFile((await browser.evaluate(`${field}.id`)) as string, file);
}

async function signIn(): Promise<void> {
  await open(pages.login());
  await fill('input[type="email"]', administrator.email);
  await fill('input[type="password"]', administrator.password);
  await press(/^Login$/, 'main');
  await untilWords('Admin Panel');
}

test('an administrator signs in and out', async () => {
  await signIn();
  await press(/^Logout$/);
  await expect.poll(() => holds(`location.pathname === '/login'`)).toBe(true);
});

test('an administrator uploads a PDF, which is published', async () => {
  await signIn();
  await press(/^Study Notes$/, 'main fieldset');
  await choose('Faculty', 'BSc CSIT');
  await choose('Level', 'Semester 1');
  await choose('Subject', place.subject);
  await chooseFile('main input[type="file"][accept*="pdf"]', 'Arrays.pdf', makePdf([['Arrays begin at zero.']]));
  await press(/^Upload Study Note$/, 'main');
  await untilWords('"Arrays" has been uploaded successfully');
  await open(pages.notes('csit', '1', 'c-programming'));
  await expect.poll(() => holds(`document.querySelector('main').innerText.includes('Arrays')`)).toBe(true);
});

/** Makes a paper whose first page names its place. */
function makeExam(year: number): Buffer {
  const head = [
    'Tribhuvan University',
    'Bachelor Level / Second Year / Fourth Semester',
    'Computer Science and Information Technology (CSC 264)',
    'Operating Systems',
    `${year} Magh`,
    'Full Marks: 60',
  ];
  return makePdf([[...head, ...examLines(year).map((line) => line.slice(0, 70))]]);
}

test('an administrator imports a ZIP, whose files are published', async () => {
  const entries = [2078, 2079].map((year) => ({
    name: `CSIT/Sem 4/OS/Operating Systems ${year}.pdf`,
    bytes: makeExam(year),
  }));
  await signIn();
  // Radix opens a tab on mousedown, not on click.
  const tab = `[...document.querySelectorAll('[role=tab]')].find((each) => each.textContent.trim() === 'Import Many')`;
  await until(tab);
  await browser.evaluate(`void ${tab}.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }))`);
  // The form of the tab before is still on the page, with a file field that accepts only some types.
  await chooseFile('main input[type="file"]:not([accept], [webkitdirectory])', 'papers.zip', makeZip(entries));
  await press(/^Publish 2 files$/);
  await press(/^Publish 2 files$/, 'dialog');
  await untilWords('2 files published.');
  await open(pages.papers('csit', '4', 'operating-systems'));
  const rows = `[...document.querySelectorAll('main a')].filter((each) => /^(Read|View) /.test(each.getAttribute('aria-label') ?? each.textContent))`;
  await expect.poll(() => holds(`${rows}.length`)).toBe(2);
});
