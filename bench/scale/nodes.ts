import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { api, pages } from '#contract/addresses.ts';
import { emptyQuery, equal } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { makeBook } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openDurablePostgresServer } from '#test/support/postgres-server.ts';
import { openS3Server, whyNoS3, type S3Server } from '#test/support/s3-server.ts';
import { administrator } from '#test/support/server.ts';
import { untilCalm } from '#bench/cpu-time.ts';
import { load, ratio, type Load, type LoadOptions } from '#bench/load.ts';
import { openNginx } from '#bench/nginx.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const asBrowser = { 'accept-encoding': 'br' };
const papers = 40;
const search = {
  q: 'three hundred',
  kind: [],
  facultyId: [],
  semesterId: [],
  subject: [],
  year: [],
  yearBs: [],
  asTyped: false,
  limit: 20,
  offset: 0,
};

/**
 * Measures one, two and three nodes behind nginx (round robin, one worker), over one PostgreSQL and one store, all on
 * this machine. The program that sends the requests, nginx, PostgreSQL and the store need processors as well: their
 * share is printed, and on a machine with few cores it is decisive.
 */
export async function measureNodes(folder: string): Promise<string[]> {
  const missing = whyNoS3();
  if (missing) return [`not measured: ${missing}`];
  await using store = await openS3Server();
  await using database = await (await openDurablePostgresServer()).make({ isEmpty: true });
  const start = (name: string) => startNode(path.join(folder, name), database.url, store);
  const nodes = [await start('node-1')];
  try {
    const first = nodes[0] as Node;
    const librarian = await openLibrarian(first.url);
    const bytes = await fill(librarian);
    nodes.push(await start('node-2'), await start('node-3'));
    for (const { pid } of nodes) await untilCalm(pid);
    const seen: Record<string, Seen[]> = {};
    for (let count = 1; count <= nodes.length; count += 1) {
      const home = path.join(folder, `proxy-${count}`);
      await mkdir(home, { recursive: true });
      const used = nodes.slice(0, count);
      await using nginx = await openNginx(home, { urls: used.map(({ url }) => url), prefix: '/none', files: home });
      if (!nginx) return ['not measured: nginx is not installed'];
      for (const [name, options] of Object.entries(requests(librarian, bytes)))
        (seen[name] ??= []).push(await take(nginx.url, options, [...used.map(({ pid }) => pid), ...nginx.pids]));
    }
    return [
      `requests a second, 99th percentile, cores that the nodes and nginx used, cores that sending took (${seconds} s each)`,
      ...Object.entries(seen).flatMap(([name, each]) => [`  ${name}`, ...each.map(describe)]),
    ];
  } finally {
    await Promise.all(nodes.map(({ process }) => stopProcess(process)));
  }
}

type Node = Awaited<ReturnType<typeof startNode>>;

async function startNode(dataDir: string, databaseUrl: string, store: S3Server) {
  await mkdir(dataDir, { recursive: true });
  const started = await startProcess(['main.ts'], {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    STORAGE_URL: storageUrl(store),
    AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID'] ?? '',
    AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY'] ?? '',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    // Nodes of one library send the same pages.
    PUBLIC_URL: 'http://127.0.0.1',
    SAMPLES: 'off',
    OCR_LANGUAGES: 'off',
    PORT: '0',
    LOG_LEVEL: 'warn',
  });
  return { ...started, pid: started.process.pid ?? 0 };
}

const urls = new WeakMap<S3Server, string>();

/** The same for all nodes. */
function storageUrl(store: S3Server): string {
  const known = urls.get(store) ?? store.newUrl();
  urls.set(store, known);
  return known;
}

/** Publishes the papers of a subject, and a book; returns the size of the book. */
async function fill(librarian: Librarian): Promise<number> {
  const book = makeBook('book of three hundred pages', 300, { pagesPerNode: 8 });
  await librarian.upload('book.pdf', book, 'book');
  await librarian.upload('paper.pdf', makeBook('question paper', 4), 'paper');
  await librarian.publish('book', { ...place, title: 'Three hundred pages', fileId: 'book' }, 'bench-book');
  for (let index = 0; index < papers; index += 1) {
    const paper = { ...place, title: `Question paper ${index}`, year: 2017 + (index % 10), fileId: 'paper' };
    await librarian.publish('paper', paper, `bench-${index}`);
  }
  return book.length;
}

function requests(librarian: Librarian, bookBytes: number): Record<string, Omit<LoadOptions, 'seconds' | 'pids'>> {
  const list = (another?: number) => `${api.documents(ids, 'papers')}?${listWords(another)}`;
  let another = 0;
  const always = (address: string) => () => address;
  return {
    'page of a subject, cached': {
      connections: 24,
      headers: asBrowser,
      nextPath: always(pages.papers('csit', '1', 'c-programming')),
    },
    'list of 40 papers, cached': { connections: 24, headers: asBrowser, nextPath: always(list()) },
    'list of 40 papers, not cached': {
      connections: 24,
      headers: asBrowser,
      nextPath: () => list((another += 1)),
    },
    'list of 40 papers, as the administrator': {
      connections: 8,
      headers: { ...asBrowser, ...librarian.headers },
      nextPath: always(list()),
    },
    'search for words of a page': { connections: 8, nextPath: always(api.search(search)) },
    'ranges of 64 KB from the store': {
      connections: 8,
      range: { length: 64 * 1024, size: bookBytes },
      nextPath: always(api.fileDownload(ids, 'book')),
    },
  };
}

function listWords(another?: number): URLSearchParams {
  const words = new URLSearchParams({ project: ids.projectId });
  const ofPlace = Object.entries(place).map(([attribute, value]) => equal(attribute, value));
  const later = { method: 'greaterThan' as const, attribute: 'year', values: [-(another ?? 0)] };
  const query = {
    ...emptyQuery,
    filters: another === undefined ? ofPlace : [...ofPlace, later],
    orders: [{ attribute: 'year', direction: 'desc' as const }],
    limit: 100,
  };
  writeQueries(query).forEach((text, index) => words.set(`queries[${index}]`, text));
  return words;
}

type Seen = Load & { own: number; nodes: number | null };

async function take(url: string, options: Omit<LoadOptions, 'seconds' | 'pids'>, pids: number[]): Promise<Seen> {
  await load(url, { ...options, seconds: 1, pids });
  const before = process.cpuUsage();
  const measured = await load(url, { ...options, seconds, pids });
  const { user, system } = process.cpuUsage(before);
  const answered = measured.perSecond * seconds;
  const nodes = measured.cpuMicroseconds === null ? null : (measured.cpuMicroseconds * answered) / 1e6 / seconds;
  return { ...measured, own: (user + system) / 1e6 / seconds, nodes };
}

function describe({ perSecond, p99Ms, failed, own, nodes }: Seen, index: number, all: readonly Seen[]): string {
  const first = all[0]?.perSecond ?? perSecond;
  const cores = nodes === null ? 'not known' : nodes.toFixed(2);
  const failures = failed > 0 ? `, ${failed} FAILED` : '';
  return `    ${index + 1} ${index === 0 ? 'node ' : 'nodes'} ${perSecond.toFixed(0).padStart(7)}/s ${ratio(perSecond, first)}, p99 ${p99Ms} ms, cores ${cores}, sending ${own.toFixed(2)}${failures}`;
}
