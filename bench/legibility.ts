import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pages } from '#contract/addresses.ts';
import { openBrowser } from '#test/support/browser.ts';
import { doubleTap } from '#test/support/double-tap.ts';
import { openFingers } from '#test/support/fingers.ts';
import { openLibrarian } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { phone } from './reading/phone.ts';

/** Targets: size of the letters, as a multiple of their size on a page as wide as the specification says. */
const aims = { trimmed: 1.25, column: 1.8 };

/** Height of a capital letter, in ems: that of Times and Helvetica, rounded. */
const capHeight = 0.7;

/** Number of samples that are measured without a folder of papers. */
const maxSamples = 20;

type Paper = { id: string; title: string };

/** The size of one paper's letters in CSS pixels, and its growth. */
type Legibility = { capPixels: number | null; trimmed: number; column: number; trimmedColumn: number };

/**
 * Measures how large the letters of question papers are on a phone of 390 CSS pixels: with the page as wide as the
 * specification says, with trimmed margins, after a double tap on a column, and with both. The papers are the PDFs in
 * the folder `BENCH_PAPERS`, or else the samples that the product ships.
 */
export async function measureLegibility(): Promise<string[]> {
  const folder = process.env['BENCH_PAPERS'];
  await using server = await openTestServer({ settings: { SAMPLES: folder ? 'off' : 'on' }, withPages: true });
  await using browser = await openBrowser();
  const papers = folder ? await publishFolder(server.url, folder) : await samples();
  const lines = [
    `letters on a phone of ${phone.viewport.width} px: height of a capital in CSS pixels, then its growth`,
    `  ${'paper'.padEnd(40)} today  trimmed  column  both`,
  ];
  const found: Legibility[] = [];
  for (const paper of papers) {
    const measured = await measurePaper(browser, server.url, paper).catch((error: unknown) =>
      String(error).slice(0, 60),
    );
    if (typeof measured === 'string') {
      lines.push(`  ${paper.title.slice(0, 40).padEnd(40)} not measured: ${measured}`);
      continue;
    }
    found.push(measured);
    lines.push(`  ${paper.title.slice(0, 40).padEnd(40)} ${describe(measured)}`);
  }
  const middle = (pick: (each: Legibility) => number) =>
    found.map(pick).toSorted((one, other) => one - other)[Math.floor(found.length / 2)] ?? Number.NaN;
  const reached = (pick: (each: Legibility) => number, aim: number) =>
    `${found.filter((each) => pick(each) >= aim).length} of ${found.length}`;
  return [
    ...lines,
    `  median trimmed ${middle(({ trimmed }) => trimmed).toFixed(2)} (aim ${aims.trimmed}; ${reached(({ trimmed }) => trimmed, aims.trimmed)} papers), ` +
      `column ${middle(({ column }) => column).toFixed(2)}, both ${middle(({ trimmedColumn }) => trimmedColumn).toFixed(2)} ` +
      `(aim ${aims.column}; ${reached(({ trimmedColumn }) => trimmedColumn, aims.column)} papers)`,
  ];
}

function describe({ capPixels, trimmed, column, trimmedColumn }: Legibility): string {
  const cells = [
    capPixels === null ? 'scan' : capPixels.toFixed(2),
    ...[trimmed, column, trimmedColumn].map((each) => each.toFixed(2)),
  ];
  return cells.map((cell, index) => cell.padStart([5, 8, 7, 5][index] ?? 5)).join(' ');
}

/** Publishes the PDFs of a folder and the folders in it, in a library that ends with the measurement. */
async function publishFolder(url: string, folder: string): Promise<Paper[]> {
  const librarian = await openLibrarian(url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pdf')).toSorted();
  const papers: Paper[] = [];
  for (const [index, name] of names.entries()) {
    const id = `paper-${index}`;
    const title = path.basename(name, '.pdf');
    await librarian.upload(`${id}.pdf`, await readFile(path.join(folder, name)), id);
    const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
    await librarian.publish('paper', { ...place, title, year: 2020, fileId: id }, id);
    papers.push({ id, title });
  }
  return papers;
}

async function samples(): Promise<Paper[]> {
  const files = await readdir(path.join(import.meta.dirname, '..', 'samples', 'files'));
  const ids = files
    .filter((name) => name.endsWith('.pdf') && name.includes('-paper-'))
    .map((name) => path.basename(name, '.pdf'));
  return ids.slice(0, maxSamples).map((id) => ({ id, title: id }));
}

async function measurePaper(browser: Browser, url: string, { id }: Paper): Promise<Legibility> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.goto(`${url}${pages.material(id)}?open=${id}`);
    const whole = await settledWidth(page);
    const capPixels = await readCapPixels(page);
    const column = await columnGrowth(page);
    await page.getByRole('button', { name: 'Trim margins', exact: true }).click();
    const trimmed = await settledWidth(page);
    const trimmedColumn = await columnGrowth(page);
    return {
      capPixels,
      trimmed: trimmed / whole,
      column,
      trimmedColumn: (trimmedColumn * trimmed) / whole,
    };
  } finally {
    await context.close();
  }
}

/** Double taps in the upper half of the first page, and back. Returns the growth of the page. */
async function columnGrowth(page: Page): Promise<number> {
  const before = await settledWidth(page);
  const fingers = await openFingers(page);
  await doubleTap(page, fingers, { x: 120, y: 380 });
  const after = await settledWidth(page);
  // Back to the start: a second step of a wide column comes first.
  for (let tap = 0; tap < 2 && (await settledWidth(page)) > before * 1.05; tap += 1)
    await doubleTap(page, fingers, { x: 120, y: 380 });
  await settledWidth(page);
  return after / before;
}

/** Returns the width of the first page, margins included, once it is drawn and no longer changes. */
async function settledWidth(page: Page): Promise<number> {
  await page.locator('[data-page-number="1"][data-state="painted"]').waitFor({ timeout: 30_000 });
  return page.evaluate(async () => {
    const width = () =>
      document.querySelector('[data-page-number="1"] .reader-paper')?.getBoundingClientRect().width ?? 0;
    let last = width();
    // A page is measured, laid out and drawn within this time even on a slow machine.
    for (let still = 0; still < 8;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      still = width() === last ? still + 1 : 0;
      last = width();
    }
    return last;
  });
}

/** Returns the height of most capitals on the first page; null for a scan. */
async function readCapPixels(page: Page): Promise<number | null> {
  return page.evaluate((capHeight) => {
    const letters = new Map<number, number>();
    for (const span of document.querySelectorAll<HTMLElement>('[data-text-of-page="1"] span')) {
      const size = Number.parseFloat(getComputedStyle(span).fontSize);
      const count = span.textContent?.trim().length ?? 0;
      if (span.style.getPropertyValue('--font-height') && count > 0)
        letters.set(size, (letters.get(size) ?? 0) + count);
    }
    const [most] = [...letters].sort(([, one], [, other]) => other - one);
    return most ? most[0] * capHeight : null;
  }, capHeight);
}
