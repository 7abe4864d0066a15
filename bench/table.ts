import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import path from 'node:path';
import { api, pages } from '#contract/addresses.ts';
import { emptyQuery, equal } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { ids } from '#test/support/library.ts';
import type { BenchLibrary } from './library.ts';
import { compare, load, type Load, type LoadOptions } from './load.ts';
import { openNginx, type Nginx } from './nginx.ts';
import { openCopy, openOtherCommit, type OtherServer } from './other-commit.ts';

/** The product is measured at these; docs/performance.md explains each figure and its limit. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 2);
const asBrowser = { 'accept-encoding': 'br' };
const xAccel = '/protected';

/** One line of the table: addresses with the same response of each server, the request, and the target. */
type Row = {
  what: string;
  options: Omit<LoadOptions, 'seconds' | 'pids'>;
  ours: string;
  /** Another server than the one of all other rows. */
  server?: { url: string; pids: number[] };
  bare?: string;
  /** Another bare server, instead of the one of all other rows. */
  bareServer?: { url: string; pids: number[] };
  nginx?: string;
  aim?: string;
};

/**
 * Measures the most frequent requests, compared with nginx and a bare Node server that send the same bytes, and with
 * `BENCH_AGAINST=HEAD~1` compared with the product at that commit. All servers are measured in rotation, and the CPU
 * time of a request is printed with the throughput: on a busy machine it is more reliable. `BENCH_ROWS` narrows it to
 * rows with these words.
 */
export async function measureTable(library: BenchLibrary): Promise<string[]> {
  const listPath = `${api.documents(ids, 'papers')}?${listWords()}`;
  const pagePath = pages.papers('csit', '1', 'c-programming');
  for (const [name, address] of [
    ['page.html', pagePath],
    ['list.json', listPath],
  ] as const) {
    const { headers, body } = await readCompressed(library.url + address);
    await writeFile(path.join(library.folder, name), body);
    if (address === pagePath)
      await writeFile(
        path.join(library.folder, 'page.json'),
        JSON.stringify({ headers, body: body.toString('latin1') }),
      );
  }
  await using nginx = await openNginx(library.folder);
  const commit = process.env['BENCH_AGAINST'];
  await using previous = commit ? await openOtherCommit(library, commit) : null;
  await using accelerated = await openCopy(library, 'accelerated', {
    settings: { X_ACCEL: xAccel, TRUSTED_PROXIES: '127.0.0.1' },
  });
  await using proxy = await openNginx(library.folder, {
    urls: [accelerated.url],
    prefix: xAccel,
    files: path.join(library.folder, 'data-accelerated', 'files'),
  });
  await using bareProxy = await openNginx(path.join(library.folder, 'bare'), {
    urls: [library.besideUrl],
    prefix: xAccel,
    files: library.folder,
  });

  const rows = listRows(library, { listPath, pagePath });
  if (proxy && bareProxy) {
    rows.push({
      what: 'ranges of 64 KB with X-Accel-Redirect',
      options: { connections: 8, range: rangesOf(library) },
      ours: api.fileDownload(ids, library.large.id),
      server: { url: proxy.url, pids: [...proxy.pids, accelerated.pid] },
      bare: '/redirected',
      bareServer: { url: bareProxy.url, pids: [...bareProxy.pids, library.besidePid] },
      nginx: '/large.pdf',
      aim: '0.95 × nginx',
    });
  }
  const lines = [
    `${library.materials} materials; requests a second and CPU time of a request, ${seconds} s, median of three${nginx ? '' : '; nginx is not installed'}`,
    writeLine(['', 'ours', 'nginx', 'bare node', commit ? `at ${commit}` : '', 'aim']),
  ];
  const wanted = process.env['BENCH_ROWS'] ?? '';
  for (const row of rows.filter(({ what }) => what.includes(wanted)))
    lines.push(await measureRow(row, { library, nginx, previous }));
  return lines;
}

const rangesOf = ({ large }: BenchLibrary) => ({ length: 64 * 1024, size: large.bytes });

function listRows(library: BenchLibrary, { listPath, pagePath }: { listPath: string; pagePath: string }): Row[] {
  let another = 0;
  const filePath = api.fileDownload(ids, library.large.id);
  return [
    {
      what: 'page of a subject, cached',
      options: { connections: 16, headers: asBrowser },
      ours: pagePath,
      bare: '/page',
      nginx: '/page.html',
      aim: '0.80 × nginx',
    },
    {
      what: 'list of 40 papers, cached',
      options: { connections: 16, headers: asBrowser },
      ours: listPath,
      bare: '/list',
      nginx: '/list.json',
      aim: '0.80 × bare',
    },
    {
      what: 'list of 40 papers, not cached',
      options: {
        connections: 16,
        headers: asBrowser,
        nextPath: () => `${api.documents(ids, 'papers')}?${listWords((another += 1))}`,
      },
      ours: listPath,
      bare: '/list',
      aim: '0.35 × bare',
    },
    {
      what: 'whole file of 64 MB',
      options: { connections: 2 },
      ours: filePath,
      bare: '/file',
      nginx: '/large.pdf',
      aim: '0.85 × nginx',
    },
    {
      what: 'ranges of 64 KB',
      options: { connections: 8, range: rangesOf(library) },
      ours: filePath,
      bare: '/file',
      nginx: '/large.pdf',
      aim: '0.50 × nginx',
    },
  ];
}

async function measureRow(
  { what, options, ours, server, bare, bareServer, nginx: served, aim }: Row,
  { library, nginx, previous }: { library: BenchLibrary; nginx: Nginx | null; previous: OtherServer | null },
): Promise<string> {
  const measures: Record<string, () => Promise<Load>> = {};
  const add = (name: string, url: string, pids: number[], isOurs: boolean) => {
    const { nextPath, ...others } = options;
    measures[name] = () => load(url, { ...others, ...(isOurs && nextPath ? { nextPath } : {}), seconds, pids });
  };
  const { url, pids } = server ?? { url: library.url, pids: [library.pid] };
  add('ours', url + ours, pids, true);
  if (nginx && served) add('nginx', nginx.url + served, nginx.pids, false);
  const beneath = bareServer ?? { url: library.besideUrl, pids: [library.besidePid] };
  if (bare) add('bare', beneath.url + bare, beneath.pids, false);
  if (previous && !server) add('previous', previous.url + ours, [previous.pid], true);
  // A just started server has compiled little of itself.
  for (const measure of Object.values(measures)) await measure();
  const seen = await compare(measures);
  const own = seen['ours'] as Load;
  const beside = (name: string) => {
    const other = seen[name];
    if (!other) return '';
    const faster = own.perSecond / other.perSecond;
    const cheaper = own.cpuMicroseconds && other.cpuMicroseconds ? other.cpuMicroseconds / own.cpuMicroseconds : null;
    return `${writeLoad(other)} ${faster.toFixed(2)} ×${cheaper === null ? '' : ` (CPU ${cheaper.toFixed(2)} ×)`}`;
  };
  const failed = own.failed > 0 ? ` FAILED ${own.failed}` : '';
  const p99 = `, p99 ${own.p99Ms} ms`;
  return writeLine([
    what,
    writeLoad(own) + p99 + failed,
    beside('nginx'),
    beside('bare'),
    beside('previous'),
    aim ?? '',
  ]);
}

function writeLoad({ perSecond, cpuMicroseconds }: Load): string {
  return `${perSecond.toFixed(0)}/s${cpuMicroseconds === null ? '' : ` ${cpuMicroseconds.toFixed(0)} µs`}`;
}

const widths = [38, 32, 32, 32, 32, 0];

function writeLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd();
}

/** Returns the query of a subject's page; with a number, another one with the same result. */
function listWords(another?: number): URLSearchParams {
  const words = new URLSearchParams({ project: ids.projectId });
  const query = {
    ...emptyQuery,
    filters: [
      equal('facultyId', 'csit'),
      equal('semesterId', '1'),
      equal('subject', 'C Programming'),
      ...(another === undefined ? [] : [{ method: 'greaterThan' as const, attribute: 'year', values: [-another] }]),
    ],
    orders: [{ attribute: 'year', direction: 'desc' as const }],
    limit: 100,
  };
  writeQueries(query).forEach((text, index) => words.set(`queries[${index}]`, text));
  return words;
}

/** Returns a response as it is on the wire: the body still compressed, the headers without those that Node adds. */
function readCompressed(url: string): Promise<{ headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asking = get(url, { headers: asBrowser }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      const { date: _, connection: __, 'keep-alive': ___, ...others } = response.headers;
      const headers = Object.entries(others).flatMap(([name, value]) => [name, String(value)]);
      response.on('end', () => resolve({ headers, body: Buffer.concat(parts) }));
    });
    asking.on('error', reject);
  });
}
