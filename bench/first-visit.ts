import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { openTestServer } from '#test/support/server.ts';
import { sampleSubject, screens } from './screens.ts';
import { lineMs, slowDown, visitSlowly } from './slow-phone.ts';
import { logWire, type WireAnswer } from './wire-log.ts';

const visits = 3;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

const aims = { largestMs: 1500, firstBytes: 400_000, secondBytes: 20_000 };

/**
 * Measures first visits on a simulated slow phone (4 × slower processor, 1.6 Mbit/s, 150 ms): for each screen the bytes
 * by kind, the time until the largest content is painted (median of three), the layout shift, and the time that the
 * connection alone needs for the same bytes; then the way from Home to the first page of a paper, twice.
 */
export async function measureFirstVisit(): Promise<string[]> {
  await using server = await openTestServer({ settings: { SAMPLES: 'on' }, withPages: true, derivesAhead: true });
  await server.services.reading.catchUp();
  await server.services.indexKeeper.idle();
  await using browser = await openBrowser();
  return [...(await measureScreens(browser, server.url)), ...(await measureWay(browser, server.url))];
}

async function measureScreens(browser: Browser, url: string): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, address] of Object.entries(screens)) {
    await prepare(browser, url + address);
    const seen = [];
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext(phone);
      seen.push(await visitSlowly(await context.newPage(), url + address));
      await context.close();
    }
    seen.sort((one, other) => one.largestMs - other.largestMs);
    const middle = seen[Math.floor(visits / 2)];
    if (!middle) continue;
    const total = sum(Object.values(middle.bytes));
    const { largestMs, largest, shift } = middle;
    lines.push(
      `${name.padEnd(12)} largest content ${largestMs.toFixed(0).padStart(5)} ms${judge(largestMs, aims.largestMs)} (${largest.trim()}), ` +
        `layout shift ${shift.toFixed(3)}, ${total} bytes; the connection alone ${lineMs(total).toFixed(0)} ms`,
      `             ${Object.entries(middle.bytes)
        .map(([kind, bytes]) => `${kind} ${bytes}`)
        .join(', ')}`,
    );
  }
  return lines;
}

/** Renders the page and its pictures in advance, as for everybody after the first visitor. */
async function prepare(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await context.close();
}

/**
 * Measures the way from Home to a subject to the first page of a paper, counted at the server, with everything that
 * workers fetch: until the question is readable (in the picture that comes first), then until pdf.js has painted it,
 * then later requests.
 */
async function measureWay(browser: Browser, url: string): Promise<string[]> {
  const lines: string[] = [];
  for (const serviceWorkers of ['block', 'allow'] as const) {
    using log = logWire();
    const context = await browser.newContext({ ...phone, serviceWorkers });
    for (const time of ['first', 'second'] as const) {
      log.answers.length = 0;
      const page = await context.newPage();
      await slowDown(page);
      await page.goto(url + pages.home());
      await page.goto(url + sampleSubject);
      await page.evaluate(noteWhenReadable);
      await page
        .getByRole('link', { name: /^(?:View|Read) / })
        .first()
        .click();
      await page.locator('[data-page-number="1"][data-state="painted"]').waitFor();
      const paintedAt = Date.now();
      await untilQuiet(log.answers);
      const { clickedAt, readableAt } = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
      const askedBefore = (at: number) => bytesOf(log.answers.filter(({ askedAt }) => askedAt <= at));
      const aim = time === 'first' ? aims.firstBytes : aims.secondBytes;
      const bytes = askedBefore(readableAt);
      lines.push(
        `Home → subject → first page, ${time} time, service worker ${serviceWorkers === 'block' ? 'left out' : 'included'}:`,
        `  readable ${(readableAt - clickedAt).toFixed(0)} ms after the click, ${bytes} bytes in all${judge(bytes, aim)}; the connection alone ${lineMs(bytes).toFixed(0)} ms`,
        `  painted by pdf.js ${paintedAt - clickedAt} ms, ${askedBefore(paintedAt)} bytes; with later requests ${bytesOf(log.answers)} bytes`,
        ...(time === 'first' ? listAnswers(log.answers, readableAt) : []),
      );
      await page.close();
    }
    await context.close();
  }
  return lines;
}

/** Milliseconds since 1970. */
type Noted = { clickedAt: number; readableAt: number };

/** Runs in the page: records the click, and the time when the first page of a document is readable. */
function noteWhenReadable(): void {
  const noted: Noted = { clickedAt: 0, readableAt: 0 };
  Object.assign(window, { noted });
  addEventListener('click', () => (noted.clickedAt ||= Date.now()), true);
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('.reader-picture img, .reader-picture canvas')) return;
    observer.disconnect();
    noted.readableAt = Date.now();
  }).observe(document, { subtree: true, childList: true });
}

/** Waits until no response was sent for three seconds. */
async function untilQuiet(answers: WireAnswer[]): Promise<void> {
  for (let seen = -1; seen !== answers.length; await setTimeout(3000)) seen = answers.length;
}

/** Returns every response, the largest first, those after the question was readable marked; small ones together. */
function listAnswers(answers: WireAnswer[], readableAt: number): string[] {
  const small = 1500;
  const rows = answers
    .map((answer) => ({ ...answer, mark: answer.askedAt <= readableAt ? ' ' : '+' }))
    .sort((one, other) => other.bytes - one.bytes);
  const others = rows.filter(({ bytes }) => bytes < small);
  return [
    ...rows
      .filter(({ bytes }) => bytes >= small)
      .map(({ path, bytes, mark }) => `  ${mark} ${String(bytes).padStart(7)} ${path.slice(0, 100)}`),
    `    ${String(bytesOf(others)).padStart(7)} in ${others.length} smaller responses`,
  ];
}

const judge = (value: number, aim: number) => (value > aim ? ` (aim ${aim}, MISSED)` : '');

const bytesOf = (answers: WireAnswer[]) => sum(answers.map(({ bytes }) => bytes));

function sum(values: number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
