import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { api } from '#contract/addresses.ts';
import { contains, emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { writeQueries } from '#contract/write-queries.ts';
import type { MaterialKind } from '#domain/material.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { idleThreadMs } from '#server/database/end-when-idle.ts';
import { ids } from '#test/support/library.ts';
import { cpuSeconds, untilCalm } from './cpu-time.ts';
import { fillLargeLibrary } from './large-library.ts';
import { ratio } from './load.ts';
import { startProcess, stopProcess } from './product-process.ts';
import { residentBytes } from './resident.ts';

const small = 10_000;
const large = Number(process.env['BENCH_MATERIALS'] ?? 1_000_000);
const asked = 1000;
/** A million materials are indexed within this. */
const maxIndexingMs = 30 * 60_000;

const place = [equal('facultyId', 'csit'), equal('semesterId', '1'), equal('subject', 'C Programming')];
const byTitle: ListQuery['orders'] = [{ attribute: 'title', direction: 'asc' }];

/** Every list that a page asks for, as it asks for it (app/features). */
const lists: Record<string, [MaterialKind, Partial<ListQuery>]> = {
  'papers of a subject': [
    'paper',
    {
      filters: place,
      orders: [
        { attribute: 'year', direction: 'desc' },
        { attribute: 'yearBs', direction: 'desc' },
        { attribute: 'title', direction: 'asc' },
      ],
      limit: 100,
    },
  ],
  'notes of a subject': [
    'note',
    { filters: place, orders: [{ attribute: '$createdAt', direction: 'desc' }], limit: 100 },
  ],
  'all books': ['book', { orders: byTitle, limit: 24 }],
  'books, tenth part': ['book', { orders: byTitle, limit: 24, offset: 216 }],
  'books of a faculty': ['book', { filters: place.slice(0, 1), orders: byTitle, limit: 24 }],
  'books of a term': ['book', { filters: place.slice(0, 2), orders: byTitle, limit: 24 }],
  'number of books of a faculty': ['book', { filters: place.slice(0, 1), limit: 1 }],
  'books with a rare word': ['book', { filters: [contains('title', 'zebrafish')], orders: byTitle, limit: 24 }],
};

const counts: Record<string, string> = {
  'counts by faculty': api.countsByFaculty(),
  'counts of a faculty': api.counts('csit'),
};

/** The 99th percentile, and the CPU time of a request, both in milliseconds. */
type Taken = { p99: number; cpu: number | null };

type Seen = { lists: Map<string, Taken>; startMs: number; restBytes: number | null };

/**
 * What the size of the library costs: the 99th percentile of each list that a page asks for, and the CPU time of a
 * request, read anew each time, at 10,000 and at `BENCH_MATERIALS` (1,000,000) materials, how long the second start takes
 * until it answers, and the memory at rest. A million materials take a while to fill: with `BENCH_SIZES_FOLDER` the data
 * folders are kept there, and used again by the next run.
 */
export async function measureSizes(temporaryFolder: string): Promise<string[]> {
  const folder = process.env['BENCH_SIZES_FOLDER'] ?? temporaryFolder;
  const folders = [await openFilled(folder, small), await openFilled(folder, large)] as const;
  const [few, many] = [await measureAt(folders[0]), await measureAt(folders[1])];
  const megabytes = (bytes: number | null) => (bytes === null ? 'not known' : `${(bytes / 1024 / 1024).toFixed(0)} MB`);
  const cell = ({ p99, cpu }: Taken) => `${p99.toFixed(2)} (CPU ${cpu === null ? 'not known' : cpu.toFixed(2)})`;
  return [
    `p99 in milliseconds of ${asked} requests, one after the other, none of them from memory`,
    `  ${''.padEnd(28)} ${String(small).padStart(22)} ${String(large).padStart(22)}   aim 1.20 ×`,
    ...[...few.lists].map(([name, taken]) => {
      const other = many.lists.get(name) ?? taken;
      const cpu = taken.cpu && other.cpu ? ` (CPU ${ratio(other.cpu, taken.cpu)})` : '';
      return `  ${name.padEnd(28)} ${cell(taken).padStart(22)} ${cell(other).padStart(22)}   ${ratio(other.p99, taken.p99)}${cpu}`;
    }),
    `start until it answers: ${few.startMs.toFixed(0)} ms and ${many.startMs.toFixed(0)} ms (aim 1,500 ms)`,
    `memory at rest: ${megabytes(few.restBytes)} and ${megabytes(many.restBytes)} (aim 200 MB)`,
  ];
}

/** The settings of the container and the unit of systemd. */
const settingsFor = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SAMPLES: 'off',
  PORT: '0',
  LOG_LEVEL: 'warn',
  OCR_LANGUAGES: 'off',
  NODE_OPTIONS: '--max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
});

/** A data folder with so many materials, and its search index; filled unless it is there already. */
async function openFilled(folder: string, materials: number): Promise<string> {
  const dataDir = path.join(folder, `sizes-${materials}`);
  const marker = path.join(folder, `sizes-${materials}.filled`);
  const isFilled = await access(marker).then(
    () => true,
    () => false,
  );
  if (isFilled) return dataDir;
  // What was begun and not finished.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  await fillLargeLibrary(dataDir, materials);
  // The first start would make the search index in the background for hours; all at once it takes minutes.
  await promisify(execFile)(process.execPath, ['scripts/reindex.ts'], {
    env: { PATH: process.env['PATH'], ...settingsFor(dataDir) },
    timeout: maxIndexingMs,
  });
  await writeFile(marker, '');
  return dataDir;
}

async function measureAt(dataDir: string): Promise<Seen> {
  const settings = settingsFor(dataDir);
  const began = performance.now();
  const product = await startProcess(['main.ts'], settings);
  await (await fetch(product.url)).text();
  const startMs = performance.now() - began;
  try {
    await untilCalm(product.process.pid ?? 0, maxIndexingMs);
    // Threads that are not used end.
    await wait(idleThreadMs + 10_000);
    const restBytes = await residentBytes(product.process.pid ?? 0);
    const found = new Map<string, Taken>();
    const pid = product.process.pid ?? 0;
    for (const [name, [kind, query]] of Object.entries(lists)) {
      const words = new URLSearchParams({ project: ids.projectId });
      writeQueries({ ...emptyQuery, ...query }).forEach((text, index) => words.set(`queries[${index}]`, text));
      found.set(name, await take(pid, `${product.url}${api.documents(ids, collectionOfKind[kind])}?${words}`));
    }
    for (const [name, address] of Object.entries(counts)) found.set(name, await take(pid, product.url + address));
    return { lists: found, startMs, restBytes };
  } finally {
    await stopProcess(product.process);
  }
}

/** Whoever sends a session, even one that has ended, is not answered from memory. */
const anew = { 'x-appwrite-session': 'none', 'accept-encoding': 'br' };

async function take(pid: number, url: string): Promise<Taken> {
  const times: number[] = [];
  let before: number | null = null;
  for (let index = 0; index < asked + 30; index += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: anew });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    // The first ones are slower, because nothing is compiled yet.
    if (index === 29) before = await cpuSeconds([pid]);
    if (index >= 30) times.push(performance.now() - began);
  }
  const after = await cpuSeconds([pid]);
  const p99 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  return { p99, cpu: before === null || after === null ? null : ((after - before) / asked) * 1000 };
}
