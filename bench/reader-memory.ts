import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';
import { ourReader, pdfjsViewer, type Reader } from './reading/readers.ts';
import { openReadingShelf, type ReadingDocument } from './reading/shelf.ts';
import { openUnwatchedPage, type UnwatchedPage } from './reading/unwatched-page.ts';
import { openViewerServer } from './reading/viewer-server.ts';

/** Shortest stay on each page: fast paging, and short enough for our reader to treat as scrolling past. */
const restMs = 200;
/** Memory is first measured on this page. */
const earlyPage = 10;
/** Time for a browser to free memory after a memory pressure signal. */
const squeezeMs = 3000;
/** Target: at the end at most this many times the memory on the early page. */
const aim = 1.2;

/**
 * Measures memory of the process that shows the document, its worker included, on page 10 and again when every page to
 * the last has been painted, ours and pdf.js's viewer components. Each in a separate browser, no slow connection. Linux
 * only. Playwright does not watch the page: otherwise Chromium stores the body of every response for its tools in that
 * same process, and the figure grows with the bytes that were read, whatever a reader frees.
 */
export async function measureReaderMemory(library: BenchLibrary): Promise<string[]> {
  const { documents, warmUp } = await openReadingShelf(library);
  await using viewer = await openViewerServer(library.url);
  const readers = [ourReader(library.url, warmUp), pdfjsViewer(viewer.url, warmUp, 'viewer', {})];
  const lines = [
    `memory while reading to the end, page by page, ${restMs} ms or more on each`,
    '  held: memory after a memory pressure signal to the browser; with caches: before that. A browser',
    '  caches decoded images until the memory is needed elsewhere, here up to half a gigabyte',
  ];
  for (const document of documents) {
    const seen: ({ name: string } & Run)[] = [];
    for (const reader of readers) {
      const run = await readToTheEnd(reader, document);
      if (!run) return ['memory of the readers: measured on Linux only'];
      seen.push({ name: reader.name, ...run });
    }
    const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0).padStart(5)} MB`;
    lines.push(document.title);
    for (const kind of ['held', 'cached'] as const) {
      lines.push(kind === 'held' ? '  held' : '  with caches');
      for (const { name, early, end } of seen) {
        const isMissed = end[kind] / early[kind] > aim;
        const judged = name === 'ours' ? ` (aim ${aim}${isMissed ? ', MISSED' : ''})` : '';
        lines.push(
          `    ${name.padEnd(6)}  after page ${earlyPage} ${megabytes(early[kind])}, after page ${document.pages} ${megabytes(end[kind])}: ${ratio(end[kind], early[kind])}${judged}`,
        );
      }
      lines.push(`    at the end, ours / viewer: ${ratio(seen[0]?.end[kind] ?? 0, seen[1]?.end[kind] ?? 1)}`);
    }
    const beside = seen.map(({ name, early, end }) => `${name} ${megabytes(end.beside - early.beside).trim()}`);
    lines.push(`  the browser's other processes between the two: ${beside.join(', ')} more`);
  }
  return lines;
}

/**
 * Bytes of the page's process; `cached` includes memory that the browser may drop at any time; `beside` is the memory
 * of all other processes of the browser, to which a page may pass data.
 */
type Memory = { held: number; cached: number; beside: number };

type Run = { early: Memory; end: Memory };

async function readToTheEnd(reader: Reader, document: ReadingDocument): Promise<Run | null> {
  await using browser = await openBrowser();
  await using page = await openUnwatchedPage(browser);
  await reader.prepare(page);
  await reader.open(page, document);
  await reader.readOn(page, document, 2, earlyPage, restMs);
  const early = await memoryOf(browser, page);
  await reader.readOn(page, document, earlyPage + 1, document.pages, restMs);
  const end = await memoryOf(browser, page);
  return early === null || end === null ? null : { early, end };
}

async function memoryOf(browser: Browser, page: UnwatchedPage): Promise<Memory | null> {
  const cached = await memoryOfProcesses(browser, page);
  const session = await browser.newBrowserCDPSession();
  await session.send('Memory.simulatePressureNotification', { level: 'critical' });
  await session.detach();
  await wait(squeezeMs);
  const left = await memoryOfProcesses(browser, page);
  return left === null || cached === null ? null : { held: left.page, cached: cached.page, beside: left.beside };
}

/**
 * Returns the bytes that only the page's process holds, after garbage collection there and in its workers: anonymous
 * and shared memory (canvases passed to the compositor) and swapped-out memory, without mapped files. The same of all
 * others.
 */
async function memoryOfProcesses(
  browser: Browser,
  page: UnwatchedPage,
): Promise<{ page: number; beside: number } | null> {
  for (let round = 0; round < 3; round += 1) {
    await page.collectGarbage();
    // Freed memory is returned to the system slightly later.
    await wait(2000);
  }
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const processes = await Promise.all(processInfo.map(async ({ type, id }) => ({ type, bytes: await heldBytes(id) })));
  const held = processes.flatMap(({ type, bytes }) => (bytes === null ? [] : [{ type, bytes }]));
  // The other renderers have no page: a spare one is ready for the next.
  const ofPage = Math.max(0, ...held.flatMap(({ type, bytes }) => (type === 'renderer' ? [bytes] : [])));
  const all = held.reduce((sum, { bytes }) => sum + bytes, 0);
  return ofPage === 0 ? null : { page: ofPage, beside: all - ofPage };
}

async function heldBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  if (status === null) return null;
  const kilobytes = (name: string) => Number(new RegExp(String.raw`^${name}:\s+(\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem') + kilobytes('VmSwap')) * 1024;
}
