import type { Browser } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';
import { phone } from './reading/phone.ts';
import { readerPageOf } from './reading/reader-page.ts';
import { ourReader, pdfjsViewer, type Reader } from './reading/readers.ts';
import { openReadingShelf, type ReadingDocument } from './reading/shelf.ts';
import { openViewerServer } from './reading/viewer-server.ts';
import { onSlowLine } from './slow-line.ts';

/** Page to go to; the last one if there are fewer. */
const farPage = 200;

/** Targets, as ratios to the viewer. */
const aims = { time: 0.8, bytes: 0.5 };

/** Number of rounds: a document that takes minutes on the slow connection is read once; the medians are printed. */
const rounds = (document: ReadingDocument) => (document.bytes > 10_000_000 ? 1 : 3);

/** Milliseconds and bytes since opening; `jumpMs` is the part of going to the far page. */
type Run = {
  pictureMs: number | null;
  firstMs: number;
  firstBytes: number;
  jumpMs: number;
  farMs: number;
  farBytes: number;
};

/**
 * Measures reading on a slow connection, ours compared with pdf.js's own viewer components (same version, same files
 * from the same server): time and bytes until page 1 is painted, then until a page far into the document is painted,
 * after going there by its number. Code is warm in both; the order of the two changes from round to round.
 */
export async function measureReader(library: BenchLibrary): Promise<string[]> {
  const { documents, warmUp } = await openReadingShelf(library);
  await using viewer = await openViewerServer(library.url);
  await using browser = await openBrowser();
  const ours = ourReader(library.url, warmUp);
  const beside = pdfjsViewer(viewer.url, warmUp, 'viewer', {});
  // The same viewer with the option to fetch no more than it needs: not its default, printed for comparison.
  const thrifty = pdfjsViewer(viewer.url, warmUp, 'thrifty', { disableAutoFetch: true, disableStream: true });
  const lines = [
    'reading on 1.6 Mbit/s and 150 ms, a phone of 390 × 844, compared with the viewer components of pdf.js',
    '  viewer: its defaults (ranges of 65536 bytes, streaming, fetching ahead); thrifty: the same without the last two',
    '  times and bytes are counted from opening; bytes are everything received',
  ];
  for (const document of documents) {
    const runs: Record<string, Run[]> = {};
    for (let round = 0; round < rounds(document); round += 1) {
      const readers = round % 2 === 0 ? [ours, beside, thrifty] : [thrifty, beside, ours];
      for (const reader of readers) (runs[reader.name] ??= []).push(await readOnce(browser, reader, document));
    }
    const seen = Object.fromEntries(Object.entries(runs).map(([name, each]) => [name, medianOf(each)]));
    lines.push(...linesOf(document, seen as Record<'ours' | 'viewer' | 'thrifty', Run>));
  }
  return lines;
}

async function readOnce(browser: Browser, reader: Reader, document: ReadingDocument): Promise<Run> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const driven = readerPageOf(page);
    await reader.prepare(driven);
    return await onSlowLine(page, async (count) => {
      const { paintedMs, pictureMs } = await reader.open(driven, document);
      const firstBytes = count();
      const jumpMs = await reader.goTo(driven, document, Math.min(farPage, document.pages));
      return { pictureMs, firstMs: paintedMs, firstBytes, jumpMs, farMs: paintedMs + jumpMs, farBytes: count() };
    });
  } finally {
    await context.close();
  }
}

function medianOf(runs: Run[]): Run {
  const median = (pick: (run: Run) => number) =>
    runs.map(pick).sort((one, other) => one - other)[Math.floor(runs.length / 2)] ?? Number.NaN;
  const pictures = runs.every(({ pictureMs }) => pictureMs !== null);
  return {
    pictureMs: pictures ? median((run) => run.pictureMs ?? 0) : null,
    firstMs: median((run) => run.firstMs),
    firstBytes: median((run) => run.firstBytes),
    jumpMs: median((run) => run.jumpMs),
    farMs: median((run) => run.farMs),
    farBytes: median((run) => run.farBytes),
  };
}

function linesOf(document: ReadingDocument, seen: Record<'ours' | 'viewer' | 'thrifty', Run>): string[] {
  const far = Math.min(farPage, document.pages);
  const copy = document.copyBytes === null ? 'no reading copy' : `reading copy ${document.copyBytes}`;
  const line = (what: string, ms: (run: Run) => number, bytes: (run: Run) => number) => {
    const of = (run: Run) => `${ms(run).toFixed(0).padStart(7)} ms ${String(bytes(run)).padStart(9)} bytes`;
    const time = ms(seen.ours) / ms(seen.viewer);
    const fetched = bytes(seen.ours) / bytes(seen.viewer);
    const judged = (value: number, aim: number) => `${value.toFixed(2)} × (aim ${aim}${value > aim ? ', MISSED' : ''})`;
    return [
      `  ${what}`,
      `    ours    ${of(seen.ours)}`,
      `    viewer  ${of(seen.viewer)}   ours / viewer: time ${judged(time, aims.time)}, bytes ${judged(fetched, aims.bytes)}`,
      `    thrifty ${of(seen.thrifty)}   ours / thrifty: time ${ratio(ms(seen.ours), ms(seen.thrifty))}, bytes ${ratio(bytes(seen.ours), bytes(seen.thrifty))}`,
    ];
  };
  const { pictureMs } = seen.ours;
  return [
    `${document.title}, ${document.bytes} bytes (${copy}), ${rounds(document) === 1 ? 'read once' : `median of ${rounds(document)}`}`,
    ...line(
      'page 1 painted',
      (run) => run.firstMs,
      (run) => run.firstBytes,
    ),
    ...(pictureMs === null ? [] : [`    a picture of page 1 was shown first, after ${pictureMs.toFixed(0)} ms`]),
    ...line(
      `page ${far} painted, opened by its number once page 1 was painted (this step alone: ours ${seen.ours.jumpMs.toFixed(0)} ms, viewer ${seen.viewer.jumpMs.toFixed(0)} ms)`,
      (run) => run.farMs,
      (run) => run.farBytes,
    ),
  ];
}
