import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPermissions } from '#contract/permissions.ts';
import { listenAt, subscribeAt, type Listener } from '#test/support/realtime.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

let library: Awaited<ReturnType<typeof openThreeCallers>>;

beforeAll(async () => {
  library = await openThreeCallers();
});

afterAll(() => library[Symbol.asyncDispose]());

const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Publishes notes on Physics with the file `f1`. */
async function publish(ids: readonly string[], permissions: readonly string[] = publicPermissions): Promise<void> {
  const place = { subject: 'Physics', facultyId: 'csit', semesterId: '1' };
  await library.resources.database.transaction(async ({ materials }) => {
    for (const id of ids)
      await materials.insert({ id, kind: 'note', title: id, ...place, fileId: 'f1', isSample: false, permissions });
  });
}

const change = (json: object) => library.admin.call('POST', '/materials/changes', { json });
const undo = (id: unknown) => library.admin.call('POST', `/materials/changes/${String(id)}/undo`);

/** Subscribes as our own pages do. */
async function gatherAt(cookie = ''): Promise<Listener> {
  const listener = await listenAt(library.url, { cookie });
  await listener.next();
  const channels = ['databases.library.collections.notes.documents', 'databases.library.collections.papers.documents'];
  const data = [{ subscriptionId: 'list-0', channels, queries: [] }];
  listener.say({ type: 'subscribe', data, wantsRevision: true, gathersChanges: true });
  await listener.next();
  return listener;
}

/** Waits for this number of messages, and for any that arrive directly after them. */
async function hear(listener: Listener, number: number) {
  return [...(await listener.take(number)), ...(await listener.settle())];
}

/** Counts the received messages by kind. */
function count(heard: { type: string; data: { events?: string[]; places?: unknown[] } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type, data } of heard) {
    const [, , , collection, , , action] = (data.events?.[0] ?? '').split('.');
    const name = type === 'event' ? `${collection} ${action}` : `${type} at ${data.places?.length}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

test('moving 200 materials is one action, sent to clients one by one and to our pages once, and undone in one step', async () => {
  const ids = many('m', 200);
  await publish(ids);
  using client = await subscribeAt(library.url, ['documents']);
  using page = await gatherAt();
  const revision = async () => ((await library.visitor.call('GET', '/site')).json as { revision: string }).revision;
  const before = await revision();
  const made = await change({ ids, change: { action: 'edit', subject: 'C Programming' } });
  expect(made.json).toMatchObject({
    changed: 200,
    refused: [],
    steps: [{ kind: 'note', what: 'place', count: 200, from: 'BSc CSIT · Semester 1 · Physics' }],
  });
  expect(count(await hear(client, 200))).toEqual({ 'notes update': 200 });
  const messages = await hear(page, 1);
  const place = { kind: 'note', facultyId: 'csit', semesterId: '1' };
  expect(messages.map(({ data }) => data)).toEqual([
    {
      places: [
        { ...place, subject: 'C Programming' },
        { ...place, subject: 'Physics' },
      ],
    },
  ]);
  // A count on SQLite, a moment with a log of changes.
  expect(await revision()).not.toBe(before);

  const first = await undo(made.json['id']);
  expect(first.json).toMatchObject({ restored: 200, leftTotal: 0 });
  expect((await undo(made.json['id'])).json).toEqual(first.json);
  expect([count(await hear(client, 200)), count(await hear(page, 1))]).toEqual([
    { 'notes update': 200 },
    { 'changes at 2': 1 },
  ]);
  const { json } = await library.admin.call('GET', '/materials/inventory?subject=Physics&q=m1');
  expect(json['total']).toBeGreaterThan(100);
});

test('a change of kind moves documents to another collection, deleted from one and created in the other with their ids', async () => {
  const { admin, visitor } = library;
  await publish(['k1', 'k2']);
  const path = (collection: string, id: string) => `/databases/library/collections/${collection}/documents/${id}`;
  const note = (await admin.call('GET', path('notes', 'k1'))).json;
  using client = await subscribeAt(library.url, ['documents']);
  const made = await change({ ids: ['k1', 'k2'], change: { action: 'edit', kind: 'paper', year: 2079 } });
  expect(count(await hear(client, 4))).toEqual({ 'notes delete': 2, 'papers create': 2 });
  const paper = (await visitor.call('GET', path('papers', 'k1'))).json;
  expect([paper['$sequence'], paper['$createdAt'], paper['year']]).toEqual([
    note['$sequence'],
    note['$createdAt'],
    2079,
  ]);
  expect((await visitor.call('GET', path('notes', 'k1'))).status).toBe(404);
  expect((await visitor.call('GET', '/materials/k1')).json['kind']).toBe('paper');
  const totals = (await visitor.call('GET', '/materials/counts')).json['totals'];
  await undo(made.json['id']);
  expect(count(await hear(client, 4))).toEqual({ 'papers delete': 2, 'notes create': 2 });
  expect((await visitor.call('GET', path('notes', 'k1'))).json).toMatchObject({
    year: null,
    $sequence: note['$sequence'],
  });
  expect((await visitor.call('GET', '/materials/counts')).json['totals']).not.toEqual(totals);
});

test('hiding many materials is sent to visitors as deletions, and to administrators as changes', async () => {
  const { admin, visitor, student, url } = library;
  await publish(['h1', 'h2']);
  await publish(['h3'], ['read("users")']);
  using outside = await subscribeAt(url, ['documents']);
  using member = await subscribeAt(url, ['documents'], { cookie: student.cookie });
  using page = await gatherAt();
  using panel = await gatherAt(admin.cookie);
  const json = { ids: ['h1', 'h2', 'h3'], change: { action: 'hide', reason: 'Under review' } };
  const made = await change(json);
  // A wait: first the database is queried for the sessions of the members among the listeners.
  expect(count(await hear(outside, 2))).toEqual({ 'notes delete': 2 });
  expect(count(await hear(member, 3))).toEqual({ 'notes delete': 3 });
  expect([count(await hear(page, 1)), count(await hear(panel, 1))]).toEqual([
    { 'changes at 1': 1 },
    { 'changes at 1': 1 },
  ]);
  expect((await visitor.call('GET', '/materials/h1')).status).toBe(410);
  // Nothing that a visitor could ever read has changed.
  await change({ ids: ['h1'], change: { action: 'edit', subject: 'C Programming' } });
  expect(count(await hear(panel, 1))).toEqual({ 'changes at 2': 1 });
  expect([await outside.settle(), await page.settle()]).toEqual([[], []]);
  expect((await undo(made.json['id'])).json).toMatchObject({ restored: 2, left: [{ id: 'h1' }] });
  expect(count(await hear(outside, 1))).toEqual({ 'notes create': 1 });
});

test('a preview lists the effects, and changes nothing', async () => {
  await publish(['v1', 'v2']);
  const before = await library.state();
  const json = { matching: { q: 'v1', total: 1 }, change: { action: 'edit', kind: 'paper' } };
  const preview = await library.admin.call('POST', '/materials/changes/preview', { json });
  expect(preview.json).toMatchObject({
    id: null,
    changed: 0,
    refusedTotal: 1,
    refused: [{ id: 'v1', title: 'v1', reason: 'A Question Paper needs a year.' }],
  });
  const refused = await change(json);
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { type: 'document_update_conflict', refusedTotal: 1, refused: [{ id: 'v1' }] },
  ]);
  const different = await change({ ...json, matching: { q: 'v1', total: 2 } });
  expect([different.status, different.json['message']]).toEqual([
    409,
    'Nothing was changed: 1 material matches now, not 2. Look at the list again, then repeat your change.',
  ]);
  expect(await library.state()).toBe(before);
});

test('an invalid request for many materials is refused with a sentence', async () => {
  const edit = { action: 'edit', year: 2020 };
  const wrong: object[] = [
    {},
    { ids: ['n1'] },
    { change: edit },
    { ids: [], change: edit },
    { ids: ['n1'], matching: { total: 1 }, change: edit },
    { ids: many('x', 5001), change: edit },
    { ids: ['n1'], change: { action: 'explode' } },
    { ids: ['n1'], change: { ...edit, title: 'All the same' } },
    { ids: ['n1'], change: { action: 'edit', year: 20 } },
    { ids: ['n1'], change: { action: 'hide', reason: ' ' } },
    { matching: { q: '' }, change: edit },
  ];
  for (const json of wrong) {
    const answer = await change(json);
    expect([json, answer.status, answer.json['type']]).toEqual([json, 400, 'general_argument_invalid']);
    expect(String(answer.json['message']).length).toBeGreaterThan(20);
  }
  expect((await undo('none')).json['type']).toBe('document_not_found');
});
