import { execFile } from 'node:child_process';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { api } from '#contract/addresses.ts';
import { contains, emptyQuery, equal, type ListQuery } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import type { MaterialKind } from '#domain/material.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { idleThreadMs } from '#server/machinery/threads/end-when-idle.ts';
import { ids } from '#test/support/library.ts';
import { cpuSeconds, untilCalm } from './cpu-time.ts';
import { fillLargeLibrary } from './large-library.ts';
import { ratio } from './load.ts';
import { startProcess, stopProcess } from './product-process.ts';
import { residentBytes } from './resident.ts';

const small = 10_000;
const large = Number(process.env['BENCH_MATERIALS'] ?? 1_000_000);
/** Requests of a round; the two servers alternate, so that other work on the machine affects both. */
const asked = 400;
const rounds = 5;
/** Timeout for indexing a million materials. */
const maxIndexingMs = 30 * 60_000;

const place = [equal('facultyId', 'csit'), equal('semesterId', '1'), equal('subject', 'C Programming')];
const byTitle: ListQuery['orders'] = [{ attribute: 'title', direction: 'asc' }];

/** Every list that a page requests (app/features). */
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

/** The 99th percentile of a round, its median of all rounds, and the CPU time of a request, in milliseconds. */
type Taken = { p99: number; cpu: number | null };

/** A server that has come to rest. */
type Measured = { url: string; pid: number; startMs: number; restBytes: number | null } & AsyncDisposable;

/**
 * Measures the cost of the library's size: the 99th percentile of each list that a page requests, and the CPU time of a
 * request, uncached, at 10,000 and at `BENCH_MATERIALS` (1,000,000) materials, the time of the second start until it
 * responds, and the memory at rest. A million materials take a while to fill: with `BENCH_SIZES_FOLDER` the data
 * folders are stored there, and reused by the next run.
 */
export async function measureSizes(temporaryFolder: string): Promise<string[]> {
  const folder = process.env['BENCH_SIZES_FOLDER'] ?? temporaryFolder;
  const folders = [await openFilled(folder, small), await openFilled(folder, large)] as const;
  await using few = await openMeasured(folders[0]);
  await using many = await openMeasured(folders[1]);
  const megabytes = (bytes: number | null) => (bytes === null ? 'not known' : `${(bytes / 1024 / 1024).toFixed(0)} MB`);
  const cell = ({ p99, cpu }: Taken) => `${p99.toFixed(2)} (CPU ${cpu === null ? 'not known' : cpu.toFixed(2)})`;
  const rows: string[] = [];
  for (const [name, address] of Object.entries(addresses())) {
    const [one, other] = await takeInTurn([few, many], address);
    const cpu = one.cpu && other.cpu ? ` (CPU ${ratio(other.cpu, one.cpu)})` : '';
    rows.push(
      `  ${name.padEnd(28)} ${cell(one).padStart(22)} ${cell(other).padStart(22)}   ${ratio(other.p99, one.p99)}${cpu}`,
    );
  }
  return [
    `p99 in milliseconds of ${asked} requests, one after the other, none of them from memory; median of ${rounds} rounds in turn`,
    `  ${''.padEnd(28)} ${String(small).padStart(22)} ${String(large).padStart(22)}   aim 1.20 ×`,
    ...rows,
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

/** Opens a data folder with this many materials, and its search index; filled unless it exists. */
async function openFilled(folder: string, materials: number): Promise<string> {
  const dataDir = path.join(folder, `sizes-${materials}`);
  const marker = path.join(folder, `sizes-${materials}.filled`);
  const isFilled = await access(marker).then(
    () => true,
    () => false,
  );
  if (isFilled) return dataDir;
  // Leftovers of an unfinished run.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  await fillLargeLibrary(dataDir, materials);
  // The first start would build the search index in the background for hours; all at once it takes minutes.
  await promisify(execFile)(process.execPath, ['scripts/reindex.ts'], {
    env: { PATH: process.env['PATH'], ...settingsFor(dataDir) },
    timeout: maxIndexingMs,
  });
  await writeFile(marker, '');
  return dataDir;
}

async function openMeasured(dataDir: string): Promise<Measured> {
  const began = performance.now();
  const { process: child, url } = await startProcess(['main.ts'], settingsFor(dataDir));
  await (await fetch(url)).text();
  const startMs = performance.now() - began;
  const pid = child.pid ?? 0;
  await untilCalm(pid, maxIndexingMs);
  // Idle threads end.
  await wait(idleThreadMs + 10_000);
  return { url, pid, startMs, restBytes: await residentBytes(pid), [Symbol.asyncDispose]: () => stopProcess(child) };
}

/** Addresses to request, by name. */
function addresses(): Record<string, string> {
  const asAddress = ([kind, query]: [MaterialKind, Partial<ListQuery>]) => {
    const words = new URLSearchParams({ project: ids.projectId });
    writeQueries({ ...emptyQuery, ...query }).forEach((text, index) => words.set(`queries[${index}]`, text));
    return `${api.documents(ids, collectionOfKind[kind])}?${words}`;
  };
  const ofLists = Object.entries(lists).map(([name, list]) => [name, asAddress(list)] as const);
  return { ...Object.fromEntries(ofLists), ...counts };
}

/** Requests with a session, even one that has ended, bypass the cache. */
const uncached = { 'x-appwrite-session': 'none', 'accept-encoding': 'br' };

async function takeInTurn(servers: readonly [Measured, Measured], address: string): Promise<[Taken, Taken]> {
  // The first requests are slower, because nothing is compiled yet.
  for (const { url } of servers) await ask(url + address, 100);
  const ofSmall: Taken[] = [];
  const ofLarge: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofSmall.push(await take(servers[0], address));
    ofLarge.push(await take(servers[1], address));
  }
  return [middle(ofSmall), middle(ofLarge)];
}

async function take({ url, pid }: Measured, address: string): Promise<Taken> {
  const before = await cpuSeconds([pid]);
  const times = await ask(url + address, asked);
  const after = await cpuSeconds([pid]);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { p99, cpu: before === null || after === null ? null : ((after - before) / asked) * 1000 };
}

/** Returns the times of this many requests in milliseconds, the shortest first. */
async function ask(url: string, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const began = performance.now();
    const answer = await fetch(url, { headers: uncached });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    taken.push(performance.now() - began);
  }
  return taken.sort((one, other) => one - other);
}

function middle(taken: readonly Taken[]): Taken {
  const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  const cpu = taken.map((each) => each.cpu).filter((each) => each !== null);
  return { p99: median(taken.map(({ p99 }) => p99)), cpu: cpu.length === taken.length ? median(cpu) : null };
}
