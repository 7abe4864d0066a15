import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateTexts } from './generated-texts.ts';
import type { SearchLibrary } from './search-library.ts';
import { summarize, timeCalls, type Times } from './times.ts';
import { takeQueries, type TypedQuery } from './typed-queries.ts';
import { findXapianOmega, fromFts5, type XapianIndex, type XapianOmega } from './xapian-omega.ts';

/**
 * `scriptindex` takes 300 to 500 pages a second: up to six minutes for these, up to half an hour for 500,000.
 * `BENCH_PEER_PAGES` sets another number.
 */
const mostPages = 100_000;

/** Enough to see that both find the same pages, few enough to count every match. */
const comparedQueries = 10;

/**
 * Compares with Debian's xapian-omega over the same texts with the same queries: ten best pages with excerpts, a
 * process for each query, since omega runs one and ends. `seed` is that of the library's texts.
 */
export async function measureXapian(library: SearchLibrary, folder: string, seed: number): Promise<string[]> {
  const omega = await findXapianOmega();
  if (omega === null) {
    return ["  Debian's xapian-omega and xapian-tools are not installed, so there is no comparison with them."];
  }
  // A failure of Xapian must not lose the rest of a long measurement.
  return measure(omega, library, folder, seed).catch((error: unknown) => [`  xapian-omega failed: ${String(error)}`]);
}

async function measure(omega: XapianOmega, library: SearchLibrary, folder: string, seed: number): Promise<string[]> {
  const pages = Math.min(library.pages, Number(process.env['BENCH_PEER_PAGES'] ?? mostPages));
  const source = firstPages(pages, seed);
  const index = await omega.index(path.join(folder, 'xapian'), source.texts());
  const size = `${megabytes(index.sizeBytes)}: ${(index.sizeBytes / source.textBytes()).toFixed(2)} × the text`;
  return [
    `  xapian-omega ${omega.version}, a process per query (ten best with excerpts, matches estimated, no facets), ${pages < library.pages ? `the first ${pages} of these pages` : 'the same pages'}`,
    `  indexed in ${index.seconds.toFixed(0)} s: ${(pages / index.seconds).toFixed(0)} pages/s, at most ${megabytes(index.mostMemoryBytes)} of memory`,
    `  on disk ${size}, which it contains`,
    ...(await measureQueries(index, library, pages)),
  ];
}

/**
 * Returns the texts of the first pages, generated again one document at a time, so that memory never has all of them.
 */
function firstPages(pages: number, seed: number): { texts(): Generator<string>; textBytes(): number } {
  let bytes = 0;
  function* texts() {
    const source = generateTexts(seed);
    for (let done = 0; done < pages;) {
      for (const text of source.nextDocument().slice(0, pages - done)) {
        done += 1;
        bytes += text.length;
        yield text;
      }
    }
  }
  return { texts, textBytes: () => bytes };
}

async function measureQueries(index: XapianIndex, library: SearchLibrary, pages: number): Promise<string[]> {
  // Samples are in the order of their pages: queries come from those that are indexed.
  const samples = library.samples.slice(0, Math.ceil((library.samples.length * pages) / library.pages));
  const queries = takeQueries(samples, generateTexts(1).words);
  const lines = ['  milliseconds, p50 / p95       one at a time   finding alone       eight at once'];
  const row = async (name: string, list: readonly string[]) => {
    const finding: number[] = [];
    const calls = list.map((query) => async () => finding.push(await answer(index, query)));
    const [once, first, often] = [calls.slice(0, 100), calls.slice(100, 110), calls.slice(110, 310)];
    await timeCalls(first, 1);
    finding.length = 0;
    const one = await timeCalls(once, 1);
    const alone = summarize(finding);
    const eight = await timeCalls(often.length > 0 ? often : once, 8);
    lines.push(`  ${name.padEnd(24)}${show(one).padStart(19)}${show(alone).padStart(16)}${show(eight).padStart(20)}`);
  };
  await row('no words: only the start', Array<string>(310).fill(''));
  for (const [name, list] of Object.entries(queries)) await row(name, list.map(inXapian));
  return [...lines, await compareWithFts5(index, library, pages, Object.values(queries))];
}

const inXapian = ({ bare }: TypedQuery) => fromFts5(bare);

/**
 * Searches like a user: without results, with the suggested spelling. Returns the time to find the pages, in
 * milliseconds.
 */
async function answer(index: XapianIndex, query: string): Promise<number> {
  const { matches, matchMs } = await index.search(query);
  if (matches > 0 || query === '') return matchMs;
  const corrected = await index.search(query, { spelling: true });
  const found = corrected.suggestion === '' ? null : await index.search(corrected.suggestion);
  return matchMs + corrected.matchMs + (found?.matchMs ?? 0);
}

/**
 * Checks that a search was measured: both have the same texts and find as many pages, and excerpts mark words. Prefixes
 * are left out: FTS5 stems them first, so that `gas*` finds words that begin with `ga`.
 */
async function compareWithFts5(
  index: XapianIndex,
  { bareFile }: SearchLibrary,
  pages: number,
  queries: readonly TypedQuery[][],
): Promise<string> {
  const bare = new DatabaseSync(bareFile, { readOnly: true });
  const count = bare.prepare('select count(*) as matches from bare where bare match ? and rowid <= ?');
  const asked = queries
    .flatMap((list) => list.slice(0, comparedQueries))
    .filter(({ bare: text }) => !text.endsWith('*'));
  let [same, hits, marked] = [0, 0, 0];
  for (const query of asked) {
    const found = await index.search(inXapian(query), { countTo: pages });
    if (found.matches === count.get(query.bare, pages)?.['matches']) same += 1;
    hits += found.hits.length;
    marked += found.hits.filter(({ excerpt }) => excerpt.includes('<strong>')).length;
  }
  bare.close();
  return `  it finds exactly as many pages as FTS5 for ${same} of ${asked.length} queries (without prefixes); ${marked} of ${hits} excerpts mark words`;
}

const show = ({ p50, p95 }: Times) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
