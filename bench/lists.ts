import { get } from 'node:http';
import { api, pages } from '#contract/addresses.ts';
import { equal, emptyQuery } from '#contract/query.ts';
import { writeQueries } from '#contract/write-queries.ts';
import { ids } from '#test/support/library.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BenchLibrary } from './library.ts';
import { compare, load, ratio } from './load.ts';
import { openNginx } from './nginx.ts';

/**
 * A subject's papers over the contract against the comparison server; the subject's page against nginx serving its
 * bytes.
 */
export async function measureLists(library: BenchLibrary): Promise<string[]> {
  const words = new URLSearchParams({ project: ids.projectId });
  const query = {
    ...emptyQuery,
    filters: [equal('facultyId', 'csit'), equal('semesterId', '1'), equal('subject', 'C Programming')],
    orders: [{ attribute: 'year', direction: 'desc' as const }],
    limit: 100,
  };
  writeQueries(query).forEach((text, index) => words.set(`queries[${index}]`, text));
  const listUrl = `${library.url}${api.documents(ids, 'papers')}?${words}`;
  const pageUrl = `${library.url}${pages.papers('csit', '1', 'c-programming')}`;
  const run = (url: string) => () => load(url, { seconds: 3, connections: 16, headers: { 'accept-encoding': 'br' } });

  const lists = await compare({ ours: run(listUrl), bare: run(`${library.besideUrl}/list`) });
  const lines = [
    `a subject's 40 papers out of ${library.materials} materials, 16 connections`,
    ...Object.entries(lists).map(
      ([name, seen]) =>
        `  ${name.padEnd(6)} ${seen.perSecond.toFixed(0).padStart(7)} requests/s   p99 ${seen.p99Ms} ms   failed ${seen.failed}`,
    ),
    `  ours / bare node:http + node:sqlite: ${ratio(lists['ours']?.perSecond ?? 0, lists['bare']?.perSecond ?? 1)} (p99 ${ratio(lists['ours']?.p99Ms ?? 0, lists['bare']?.p99Ms ?? 1)})`,
  ];

  const body = await readCompressed(pageUrl);
  await writeFile(path.join(library.folder, 'page.html'), body);
  await using nginx = await openNginx(library.folder);
  if (!nginx) return [...lines, 'the same page from nginx: skipped, nginx is not installed'];
  const served = await compare({ ours: run(pageUrl), nginx: run(`${nginx.url}/page.html`) });
  return [
    ...lines,
    `the subject's page as browsers get it (${body.length} bytes of brotli), kept in memory, against nginx serving the same bytes`,
    `  ours ${served['ours']?.perSecond.toFixed(0)}/s, nginx ${served['nginx']?.perSecond.toFixed(0)}/s: ${ratio(served['ours']?.perSecond ?? 0, served['nginx']?.perSecond ?? 1)}`,
  ];
}

/** The body as it is on the wire, still compressed. */
function readCompressed(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asking = get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    });
    asking.on('error', reject);
  });
}
