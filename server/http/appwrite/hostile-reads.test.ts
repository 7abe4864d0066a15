import { expect, test } from 'vitest';
import { contains, equal, type Filter } from '#contract/query.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { readLimits, type LaneLimits } from '#server/engines/database/sqlite/read-limits.ts';
import type { SetDeadline } from '#server/machinery/threads/thread-pool.ts';
import { newMaterial } from '#server/engines/database/database.suite.ts';
import {
  callAs,
  callAsAdministrator,
  smallPdf,
  uploadSmallFile,
  type ContractCaller,
} from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const place = [equal('facultyId', 'csit'), equal('semesterId', '1'), equal('subject', 'C Programming')];

/**
 * Beginning of texts that no title has; but every title has their beginning at each of its letters, so that comparing
 * takes some milliseconds per row.
 */
const letters = 'a'.repeat(1000);
const hostileFilter = (list: number) => ({
  method: 'contains' as const,
  attribute: 'title',
  // Each list is different: equal ones would be read once for all.
  values: Array.from({ length: 100 }, (_, index) => `${'a'.repeat(30)}${list}${index}`),
});

const list = (caller: ContractCaller, filters: Filter[]) => {
  const queries = writeQueries({ filters }).map((text, index) => `queries[${index}]=${encodeURIComponent(text)}`);
  return caller.call('GET', `/databases/library/collections/papers/documents?${queries.join('&')}`);
};

/** Renders a page with the data of a subject's page, which it reads from the shelf as real pages do. */
const renderer: PageRenderer = {
  async fetch(_, { context }) {
    const orders = [{ attribute: 'year', direction: 'desc' as const }];
    const { total } = await context.shelf.listMaterials('paper', { filters: place, orders, limit: 100 });
    return new Response(`<p>${total} papers</p>`, { headers: { 'content-type': 'text/html' } });
  },
};

/**
 * Opens a server on a library that takes half a minute to search. Its lane for visitors has one thread and a queue of
 * two.
 */
async function openServer() {
  const deadlines = new Set<() => void>();
  const setDeadline: SetDeadline = (giveUp) => {
    deadlines.add(giveUp);
    return () => deadlines.delete(giveUp);
  };
  const visitor: LaneLimits = { ...readLimits.visitor, workers: 1, maxWaiting: 2 };
  const server = await openTestServer({ renderer, reads: { limits: { ...readLimits, visitor }, setDeadline } });
  const administrator = await callAsAdministrator(server.url);
  await uploadSmallFile(administrator, { id: 'file', name: 'file.pdf', content: smallPdf });
  await server.resources.database.transaction(async ({ materials }) => {
    for (let index = 0; index < 3000; index += 1)
      await materials.insert(
        newMaterial(`m${index}`, {
          title: `${index < 2990 ? letters : 'Question paper'} ${index}`,
          ...(index < 2990 && { subject: 'Physics', semesterId: '2' }),
        }),
      );
  });
  return { server, administrator, deadlines, passDeadlines: () => [...deadlines].forEach((giveUp) => giveUp()) };
}

test.skipIf(isOnlyInSweep('faults'))(
  'hostile lists delay no health checks, pages, sign-in or administrator, are refused, and leave nothing behind',
  async () => {
    const { server, administrator, deadlines, passDeadlines } = await openServer();
    await using _ = server;
    const visitor = callAs(server.url);
    const settled: number[] = [];
    const hostile = Array.from({ length: 3 }, async (_, index) => {
      const answer = await list(visitor, [hostileFilter(index)]);
      settled.push(index);
      return answer;
    });
    while (deadlines.size + settled.length < 3) await new Promise((resolve) => setImmediate(resolve));

    // One runs and two wait: the next is refused at once.
    const refused = await list(visitor, [hostileFilter(3)]);
    expect([refused.status, refused.json['type'], refused.headers.get('retry-after')]).toEqual([
      503,
      'general_service_unavailable',
      '2',
    ]);

    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${server.url}/books`)).text()).toBe('<p>10 papers</p>');
    expect((await list(visitor, place)).json['total']).toBe(10);
    expect((await callAsAdministrator(server.url)).cookie).not.toBe('');
    expect((await list(administrator, [contains('subject', 'c prog')])).json['total']).toBe(10);
    expect((await administrator.call('GET', '/account')).status).toBe(200);
    expect(settled).toEqual([]);

    passDeadlines();
    for (const answer of await Promise.all(hostile))
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);

    // The same lane responds again, so its earlier reads have ended.
    expect((await list(visitor, [contains('subject', 'c prog')])).json['total']).toBe(10);
    expect(deadlines.size).toBe(0);
  },
);
