import { createHash } from 'node:crypto';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { panelApi } from '#contract/panel-addresses.ts';
import { stagingLimits } from '#contract/staging.ts';
import { openBrowser } from '#test/support/browser.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { settingsIn } from './import-run.ts';
import { readLabelledPaths } from './labelled-paths.ts';
import { inBatches } from '#app/features/import/calls/staging-calls.ts';

const count = Number(process.env['BENCH_STAGED'] ?? 10_000);
/** Presses per key; the median and the longest are reported. */
const presses = 12;

const keys: readonly (readonly [string, string])[] = [
  ['ArrowDown', 'down'],
  ['ArrowRight', 'right'],
  ['PageDown', 'a page down'],
  ['Shift+ArrowDown', 'select one more'],
  ['Control+End', 'to the end'],
  ['Shift+Control+Home', 'select to the beginning'],
  ['Control+a', 'select all'],
  ['ArrowUp', 'up, selection gone'],
  ['Control+Home', 'to the beginning'],
  ['Control+Space', 'select a row'],
];

/**
 * Measures the import screen with 10,000 rows (`BENCH_STAGED`): for each key the work of the page's main thread until the next
 * frame, in milliseconds, and the time of a page of the list on the server.
 */
export async function measureImportScreen(folder: string): Promise<string[]> {
  const server = await startProcess(['main.ts'], {
    ...settingsIn(path.join(folder, 'screen-data')),
    OCR_LANGUAGES: 'off',
  });
  const browser = await openBrowser();
  try {
    const librarian = await openLibrarian(server.url);
    await announce(librarian);
    const lines = [`${count} files announced`, await timeList(librarian)];
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await signIn(page, server.url);
    const began = performance.now();
    await page.getByRole('tab', { name: 'Import Many' }).click();
    const filters = page.getByRole('group', { name: 'Which files' });
    await filters.getByRole('button', { name: 'All' }).click();
    await page.getByText(`${count.toLocaleString('en')} files shown.`).waitFor({ timeout: 120_000 });
    lines.push(`all in the table after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await page.getByRole('grid', { name: 'Staged files' }).focus();
    lines.push(row('key', 'half of them', 'longest', 'script', 'style', 'layout'));
    for (const [key, name] of keys) lines.push(await timeKey(page, devtools, key, name));
    return lines;
  } finally {
    await browser.close();
    await stopProcess(server.process);
  }
}

/** Makes rows like those of a shared drive; their bytes are never sent. */
async function announce(librarian: Librarian): Promise<void> {
  const paths = (await readLabelledPaths()).map((each) => each.path);
  const files = Array.from({ length: count }, (_, index) => {
    const name = `${Math.floor(index / paths.length)}/${paths[index % paths.length]}`;
    return { path: name, size: 1000, digest: createHash('sha256').update(name).digest('hex') };
  });
  for (const batch of inBatches(files, stagingLimits.maxBatch)) {
    const answer = await librarian.send('POST', panelApi.staging(), { files: batch });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function timeList(librarian: Librarian): Promise<string> {
  const times: number[] = [];
  let cursor: number | null = null;
  do {
    const began = performance.now();
    const answer: { next: number | null } = await (
      await librarian.send('GET', panelApi.stagedFiles({ filter: 'open', limit: stagingLimits.maxPage, cursor }))
    ).json();
    times.push(performance.now() - began);
    cursor = answer.next;
  } while (cursor !== null);
  const sum = times.reduce((all, each) => all + each, 0);
  return `the list in ${times.length} pages: ${sum.toFixed(0)} ms, half of them within ${middle(times).toFixed(1)} ms`;
}

async function timeKey(page: Page, devtools: CDPSession, key: string, name: string): Promise<string> {
  const works: Work[] = [];
  for (let press = 0; press < presses; press += 1) {
    // Work that follows the row shortly after is not counted for a key.
    await page.waitForTimeout(300);
    const before = await readWork(devtools);
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const after = await readWork(devtools);
    works.push(after.map((each, index) => each - (before[index] ?? 0)));
  }
  const [tasks = [], ...parts] = workMetrics.map((_, index) => works.map((work) => work[index] ?? 0));
  return row(name, ...[middle(tasks), Math.max(...tasks), ...parts.map(middle)].map((each) => each.toFixed(1)));
}

const workMetrics = ['TaskDuration', 'ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

/** Of the main thread in milliseconds since the page began, in the order of the metrics. */
type Work = number[];

async function readWork(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return workMetrics.map((metric) => (metrics.find(({ name }) => name === metric)?.value ?? 0) * 1000);
}

const row = (name: string, ...cells: string[]) => name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');

const middle = (times: readonly number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
