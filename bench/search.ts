import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { startProcess, stopProcess } from './product-process.ts';
import { measureBesidePostgres } from './search/beside-postgres.ts';
import { generateTexts } from './search/generated-texts.ts';
import { makeIndex } from './search/make-index.ts';
import { fillSearchLibrary, type SearchLibrary } from './search/search-library.ts';
import { measureSubjectPage } from './search/subject-page.ts';
import { timeCalls, type Times } from './search/times.ts';
import { takeQueries, type TypedQuery } from './search/typed-queries.ts';
import { measureXapian } from './search/xapian.ts';

/**
 * Measures the search, with excerpts, counts and facets, compared with the same words straight to FTS5 (rowid and rank
 * only), over generated texts; the cost of a subject page meanwhile; and that of the index. `BENCH_PAGES` sets other
 * sizes.
 */
export async function measureSearch(folder: string): Promise<string[]> {
  const sizes = (process.env['BENCH_PAGES'] ?? '100000,500000').split(',').map(Number);
  for (const size of sizes) {
    const own = path.join(folder, `search-${size}`);
    const library = await fillSearchLibrary(own, size);
    say(`${library.pages} pages in ${library.documents} documents, ${megabytes(library.textBytes)} of text`);
    for (const line of await measureIndexing(library)) say(line);
    for (const line of await measureQueries(library)) say(line);
    for (const line of await measureXapian(library, own, size)) say(line);
    await measureBesidePostgres(library, own, say);
    say('');
    await rm(own, { recursive: true, force: true });
  }
  return [];
}

/** Printed at once, because the larger sizes take long. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function measureIndexing({ dataDir, bareFile, pages, textBytes }: SearchLibrary): Promise<string[]> {
  const { seconds, most } = await makeIndex({ DATA_DIR: dataDir });
  const size = (await stat(path.join(dataDir, 'search', 'search.sqlite'))).size;
  const bare = (await stat(bareFile)).size;
  return [
    `  indexed in ${seconds.toFixed(0)} s: ${(pages / seconds).toFixed(0)} pages/s, at most ${megabytes(most)} of memory`,
    `  on disk ${megabytes(size)}: ${(size / textBytes).toFixed(2)} × the text; FTS5 alone ${(bare / textBytes).toFixed(2)} ×`,
  ];
}

async function measureQueries(library: SearchLibrary): Promise<string[]> {
  const { words } = generateTexts(1);
  const queries = takeQueries(library.samples, words);
  const settings = { DATA_DIR: library.dataDir, PORT: '0', SAMPLES: 'off', LOG_LEVEL: 'warn' };
  const product = await startProcess(['main.ts'], settings);
  const bare = await startProcess(['bench/search/bare-server.ts'], { DATABASE: library.bareFile });
  const ours = ({ ours: q }: TypedQuery) => `${product.url}/v1/search?${new URLSearchParams({ q })}`;
  const theirs = ({ bare: q }: TypedQuery) => `${bare.url}/?${new URLSearchParams({ q })}`;
  const lines = [
    '  milliseconds, p50 / p95           ours            FTS5      ratio   eight at once: ours            FTS5      ratio',
  ];
  try {
    for (const [name, list] of Object.entries(queries)) {
      const [once = [], first = [], often = []] = [list.slice(0, 100), list.slice(100, 110), list.slice(110, 310)];
      await time(first.map(ours), 1);
      const one = { ours: await time(once.map(ours), 1), bare: await time(once.map(theirs), 1) };
      const together = often.length > 0 ? often : once;
      const eight = { ours: await time(together.map(ours), 8), bare: await time(together.map(theirs), 8) };
      lines.push(
        `  ${name.padEnd(24)}${[one, eight].map(({ ours: a, bare: b }) => `${show(a).padStart(16)}${show(b).padStart(16)}${`${(a.p95 / b.p95).toFixed(2)}×`.padStart(11)}`).join('     ')}`,
      );
    }
    lines.push(...(await measureSubjectPage(product.url, queries['five words']?.map(ours) ?? [])));
  } finally {
    await Promise.all([stopProcess(product.process), stopProcess(bare.process)]);
  }
  return lines;
}

async function get(address: string): Promise<void> {
  const response = await fetch(address);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
}

const time = (addresses: readonly string[], atOnce: number) =>
  timeCalls(
    addresses.map((address) => () => get(address)),
    atOnce,
  );

const show = ({ p50, p95 }: Times) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
