import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyQuery, equal } from '#contract/query.ts';
import type { Shelf } from '#contract/shelf.ts';
import { writeQueries } from '#contract/queries/write-queries.ts';
import { publicPermissions } from '#contract/permissions.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { callAsAdministrator, smallPdf, uploadSmallFile, type ContractCaller } from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { createRandom } from '#test/torture/seeded-random.ts';

/** Reads the data of the page at an address. */
async function readPage(shelf: Shelf, address: string): Promise<unknown> {
  const [, kind = '', id = '', ...rest] = address.split('/');
  if (kind === 'material') {
    const found = await shelf.findMaterial(id);
    return [found, found.state === 'published' && (await shelf.readMaterialText(id))];
  }
  if (kind === 'books') {
    const query = { orders: [{ attribute: 'title', direction: 'asc' as const }] };
    return shelf.listMaterials('book', query);
  }
  if (kind !== 'faculty') return shelf.countByFaculty();
  if (rest.length === 0) return [await shelf.findFaculty(id), await shelf.countMaterials(id)];
  const [, semesterId = '', , slug = ''] = rest;
  const subject = slug.startsWith('c-') ? 'C Programming' : 'Physics';
  const place = [equal('facultyId', id), equal('semesterId', semesterId), equal('subject', subject)];
  return [await shelf.countMaterials(id), await shelf.listMaterials('paper', { filters: place })];
}

const renderings: string[] = [];
const renderer: PageRenderer = {
  async fetch(request, { context }) {
    const { pathname, search } = new URL(request.url);
    renderings.push(pathname + search);
    const body = JSON.stringify(await readPage(context.shelf, pathname));
    return new Response(body, { headers: { 'content-type': 'text/html' } });
  },
};

let server: TestServer;
let admin: ContractCaller;

beforeAll(async () => {
  server = await openTestServer({ renderer });
  admin = await callAsAdministrator(server.url);
  for (const id of ['f1', 'f2', 'f3'])
    await uploadSmallFile(admin, { id, name: `${id}.pdf`, content: `${smallPdf}% ${id}\n` });
});

afterAll(() => server[Symbol.asyncDispose]());

const collections = { paper: 'papers', note: 'notes', book: 'books' } as const;
const places = [
  { facultyId: 'csit', semesterId: '1', subject: 'C Programming' },
  { facultyId: 'csit', semesterId: '1', subject: 'Physics' },
  { facultyId: 'csit', semesterId: '2', subject: 'Discrete Structures' },
  { facultyId: 'bca', semesterId: '1', subject: 'Mathematics I' },
] as const;

const documents = (kind: keyof typeof collections) => `/databases/library/collections/${collections[kind]}/documents`;

function list(kind: keyof typeof collections, query: Partial<typeof emptyQuery>): string {
  const words = new URLSearchParams({ project: 'examshelf' });
  writeQueries({ ...emptyQuery, ...query }).forEach((text, index) => words.set(`queries[${index}]`, text));
  return `/v1${documents(kind)}?${words}`;
}

const atPlace = (place: (typeof places)[number], depth: number) =>
  Object.entries(place)
    .slice(0, depth)
    .map(([name, value]) => equal(name, value));

const lists = [
  ...places.flatMap((place) => [1, 2, 3].map((depth) => list('paper', { filters: atPlace(place, depth) }))),
  ...places.map((place) =>
    list('note', { filters: atPlace(place, 3), orders: [{ attribute: 'year', direction: 'desc' }] }),
  ),
  list('book', { orders: [{ attribute: 'title', direction: 'asc' }], limit: 3 }),
  list('paper', { filters: [equal('subject', 'Physics')] }),
  list('paper', { filters: [equal('facultyId', 'csit', 'bca')], wantsTotal: false }),
  list('note', { filters: [{ method: 'contains', attribute: 'title', values: ['1'] }] }),
  '/v1/materials/counts',
  '/v1/materials/counts?facultyId=csit',
  '/v1/materials/counts/faculties',
  '/v1/catalogue/subjects?name=physics',
  '/v1/catalogue/faculties/csit',
  '/v1/site',
  '/v1/search/suggestions?q=paper',
];

const ids = Array.from({ length: 12 }, (_, index) => `m${index}`);
const pages = [
  '/',
  '/books',
  '/faculty/csit',
  '/faculty/bca',
  '/faculty/csit/semester/1/subject/c-programming',
  '/faculty/csit/semester/1/subject/physics',
  ...ids.map((id) => `/material/${id}`),
];

/** Requests an address as a guest. */
async function ask(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + address, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** Requests an address without any cache. */
async function askUncached(address: string) {
  if (address.startsWith('/v1/')) return ask(address, { 'x-appwrite-session': 'none' });
  return { status: 200, text: JSON.stringify(await readPage(server.services.shelf, address)) };
}

/** Returns the number of responses from memory. */
async function countFromMemory(): Promise<number> {
  const { text } = await server.metrics.render();
  const lines = text.matchAll(/^examshelf_request_duration_seconds_count\{[^}]*cached="true"[^}]*\} (\d+)/gm);
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('after any change, every cached page and list equals a fresh one', async () => {
  const random = createRandom(16);
  const one = <Value>(values: readonly Value[]): Value => values[random.below(values.length)] as Value;
  const kinds = Object.keys(collections) as (keyof typeof collections)[];
  const kindOf = new Map<string, keyof typeof collections>();
  let undoable: unknown = null;

  const change = async (json: object) => {
    const { json: made } = await admin.call('POST', '/materials/changes', { json });
    undoable = made['id'] ?? undoable;
  };
  const steps: Record<string, (id: string) => Promise<unknown>> = {
    async publish(id) {
      const kind = kindOf.get(id) ?? one(kinds);
      kindOf.set(id, kind);
      const year = kind === 'paper' ? { year: 2020 } : {};
      const data = {
        title: `${kind} ${id}`,
        ...one(places),
        ...year,
        downloadUrl: `/v1/storage/buckets/files/files/${one(['f1', 'f2'])}/preview`,
      };
      return admin.call('PUT', `${documents(kind)}/${id}`, { json: { data, permissions: publicPermissions } });
    },
    rename: (id) =>
      admin.call('PATCH', `${documents(kindOf.get(id) ?? 'paper')}/${id}`, {
        json: { data: { title: `Renamed ${random.below(1000)}` } },
      }),
    move: (id) =>
      admin.call('PATCH', `${documents(kindOf.get(id) ?? 'paper')}/${id}`, { json: { data: { ...one(places) } } }),
    age: (id) => admin.call('PATCH', `${documents('paper')}/${id}/year/increment`, { json: { value: 1 } }),
    hide: (id) => admin.call('POST', `/materials/${id}/hide`, { json: { reason: 'Under review' } }),
    show: (id) => admin.call('POST', `/materials/${id}/show`),
    trash: (id) => admin.call('DELETE', `${documents(kindOf.get(id) ?? 'paper')}/${id}`, { json: {} }),
    restore: (id) => admin.call('POST', `/materials/${id}/restore`),
    async purge(id) {
      const { status } = await admin.call('POST', `/materials/${id}/purge`);
      // An id is never used again.
      if (status === 204) kindOf.delete(id);
    },
    moveMany: (id) => change({ ids: [id, one(ids)], change: { action: 'edit', ...one(places) } }),
    hideMany: (id) => change({ ids: [id, one(ids)], change: { action: 'hide', reason: 'Under review' } }),
    trashMany: (id) => change({ ids: [id, one(ids)], change: { action: 'delete' } }),
    async undo() {
      if (undoable) await admin.call('POST', `/materials/changes/${String(undoable)}/undo`);
    },
    renameFile: () =>
      admin.call('PUT', '/storage/buckets/files/files/f1', { json: { name: `${random.below(1000)}.pdf` } }),
  };

  for (const id of ids) await steps['publish']?.(id);
  const addresses = [...lists, ...pages];
  // Requested twice, so that they are served from memory.
  for (const address of [...addresses, ...addresses]) await ask(address);
  const before = await countFromMemory();
  for (let round = 0; round < 45; round += 1) {
    const [name, step] = one(Object.entries(steps));
    await step(one(ids));
    for (const address of Array.from({ length: 6 }, () => one(addresses))) {
      const [cached, fresh] = [await ask(address), await askUncached(address)];
      const label = `${name} (round ${round}): ${address}`;
      if (cached.status === 404) continue;
      expect([label, cached.text]).toEqual([label, fresh.text]);
    }
  }
  expect((await countFromMemory()) - before).toBeGreaterThan(60);
});

test('a change evicts the pages and lists that show the material, and no others', async () => {
  const [here, there] = [places[0], places[3]];
  const addresses = {
    here: list('paper', { filters: atPlace(here, 3) }),
    there: list('paper', { filters: atPlace(there, 3) }),
    counts: '/v1/materials/counts/faculties',
    pageHere: '/faculty/csit/semester/1/subject/c-programming',
    pageOfFaculty: '/faculty/bca',
    home: '/',
  };
  const data = { title: 'A paper', ...here, year: 2021, downloadUrl: '/v1/storage/buckets/files/files/f3/preview' };
  await admin.call('PUT', `${documents('paper')}/exact`, { json: { data } });
  const isFromMemory = async (address: string) => {
    const count = await countFromMemory();
    await ask(address);
    return (await countFromMemory()) > count;
  };
  const askAll = async () => {
    const found: Record<string, boolean> = {};
    for (const [name, address] of Object.entries(addresses)) found[name] = await isFromMemory(address);
    return found;
  };
  for (const _ of ['first', 'second', 'third']) await askAll();
  const all = { here: true, there: true, counts: true, pageHere: true, pageOfFaculty: true, home: true };
  expect(await askAll()).toEqual(all);

  await admin.call('PATCH', `${documents('paper')}/exact`, { json: { data: { title: 'Renamed' } } });
  expect(await askAll()).toEqual({ ...all, here: false, pageHere: false });
  await askAll();
  await admin.call('DELETE', `${documents('paper')}/exact`, { json: {} });
  expect(await askAll()).toEqual({ ...all, here: false, counts: false, pageHere: false, home: false });
  await askAll();
  // A file that arrives is not shown anywhere yet.
  await uploadSmallFile(admin, { id: 'f4', name: 'd.pdf', content: smallPdf });
  expect(await askAll()).toEqual(all);
});

test('browsers store pages and lists, and revalidate them with each request, whether cached on the server or not', async () => {
  for (const address of ['/books', list('paper', { limit: 7 })])
    for (const times of ['made', 'cached', 'cached by its spelling']) {
      const answer = await fetch(`${server.url}${address}`);
      await answer.arrayBuffer();
      expect([address, times, answer.status, answer.headers.get('cache-control')]).toEqual([
        address,
        times,
        200,
        'no-cache',
      ]);
    }
});

test('300 visitors who request the same uncached page and list simultaneously cause one rendering and one read', async () => {
  await admin.call('PUT', '/storage/buckets/files/files/f1', { json: { name: 'evicts-everything.pdf' } });
  renderings.length = 0;
  const { materials } = server.services;
  const listMaterials = materials.list;
  let reads = 0;
  materials.list = async (...words) => {
    reads += 1;
    return listMaterials(...words);
  };
  try {
    const address = list('paper', { filters: atPlace(places[0], 3) });
    const asked = await Promise.all(
      Array.from({ length: 300 }, (_, index) => ask(index % 2 === 0 ? '/books' : address)),
    );
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(asked.map(({ text }) => text)).size).toBe(2);
    // The page of books reads a separate list.
    expect([renderings, reads]).toEqual([['/books'], 2]);
  } finally {
    materials.list = listMaterials;
  }
});
