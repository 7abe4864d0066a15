import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { api, pages } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { StagedBatchAnswer, StagingChangesAnswer } from '#contract/schemas/answer-types.ts';
import { createAdministrators } from '#server/library/accounts/administrators.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { callAsAdministrator, smallPdf } from '#test/support/contract-caller.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { listenAt } from '#test/support/realtime.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openStagingDesk } from '#test/support/staged-papers.ts';

/** Tests whole servers over one database, each with its own data folder. */
let made: TestDatabase;
let nodes: TestServer[] = [];
let librarian: Librarian;

const missing = whyNoPostgres();
const node = (index: number): TestServer => {
  const found = nodes[index];
  if (!found) throw new Error(`there is no node ${index}`);
  return found;
};

/** Number of rendered pages. Pages are cached, and differ each time they are rendered. */
let rendered = 0;
const renderer: PageRenderer = {
  fetch: () => {
    rendered += 1;
    return new Response(`<!doctype html><title>${rendered}</title>`, { headers: { 'content-type': 'text/html' } });
  },
};

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const readList = async ({ url }: TestServer) => {
  const answer = await fetch(`${url}${api.documents(ids, 'notes')}`, {
    headers: { 'x-appwrite-project': ids.projectId },
  });
  const { documents } = (await answer.json()) as { documents: { $id: string; title: string }[] };
  return documents.map(({ $id, title }) => `${$id}: ${title}`);
};
const readPage = async ({ url }: TestServer) => (await fetch(`${url}${pages.material('shared')}`)).text();

beforeAll(async () => {
  if (missing) return;
  made = await (await openPostgresServer()).make();
  nodes = await Promise.all(
    ['a', 'b', 'c'].map((name) => openTestServer({ database: made, renderer, settings: { NODE_NAME: name } })),
  );
  librarian = await openLibrarian(node(0).url);
});

afterAll(async () => {
  if (missing) return;
  await Promise.all(nodes.map((each) => each[Symbol.asyncDispose]()));
  await made[Symbol.asyncDispose]();
});

describe.skipIf(missing)('changes across nodes', () => {
  test('visitors of other nodes see materials that one node publishes, edits and withdraws, and clients there are notified', async () => {
    await Promise.all(nodes.map(readList));
    using client = await listenAt(node(2).url, { words: '&channels[]=documents' });
    await client.next();
    const file = await librarian.upload('a.pdf', Buffer.from(smallPdf), 'page');
    expect(file.$id).toBe('page');
    await addNote('shared', 'First');
    for (const each of nodes) await expect.poll(() => readList(each)).toEqual(['shared: First']);

    await librarian.send('PATCH', api.document(ids, 'notes', 'shared'), { data: { title: 'Second' } });
    for (const each of nodes) await expect.poll(() => readList(each)).toEqual(['shared: Second']);
    const before = await readPage(node(1));
    expect(await readPage(node(1))).toBe(before);

    await librarian.send('DELETE', api.document(ids, 'notes', 'shared'));
    for (const each of nodes) await expect.poll(() => readList(each)).toEqual([]);
    const actions = [];
    while (actions.length < 3) {
      const { type, data } = await client.next();
      if (type === 'event') actions.push([String(data.events[0]).split('.').at(-1), data.payload.title]);
    }
    expect(actions).toEqual([
      ['create', 'First'],
      ['update', 'Second'],
      ['delete', 'Second'],
    ]);
  });

  test('clients of a node that receives an earlier change late get the newest state last', async () => {
    await addNote('ordered', 'First');
    await Promise.all(nodes.map(({ services }) => services.nodes?.catchUp()));
    using client = await listenAt(node(0).url, { words: '&channels[]=documents' });
    await client.next();
    const log = node(0).resources.database.changeLog;
    if (!log) throw new Error('no log of changes');
    const { read } = log;
    let hear = () => {};
    const isHeard = new Promise<void>((resolve) => (hear = resolve));
    log.read = async (...given) => {
      await isHeard;
      return read(...given);
    };
    try {
      const rename = async ({ url }: TestServer, title: string) => {
        const body = JSON.stringify({ data: { title } });
        const address = `${url}${api.document(ids, 'notes', 'ordered')}`;
        expect((await fetch(address, { method: 'PATCH', headers: librarian.headers, body })).status).toBe(200);
      };
      await rename(node(1), 'Second, elsewhere');
      await rename(node(0), 'Third, here');
      expect((await client.next()).data.payload.title).toBe('Third, here');
    } finally {
      log.read = read;
      hear();
    }
    await node(0).services.nodes?.catchUp();
    const heard = [...(await client.take(1)), ...(await client.settle())];
    const late = heard.map(({ data }) => [data.events[0].split('.').at(-1), data.payload.title]);
    expect(late).toEqual([['update', 'Third, here']]);
  });

  test('nodes that have the same changes have the same revision, and every change results in another one', async () => {
    const revisions = () => nodes.map(({ services }) => services.changes.revision);
    const settled = async () => {
      await Promise.all(nodes.map(({ services }) => services.nodes?.catchUp()));
      const [first, ...others] = revisions();
      expect(others).toEqual([first, first]);
      return first;
    };
    const before = await settled();
    const announced: string[] = [];
    const stop = node(0).services.changes.listen(() => void announced.push(node(0).services.changes.revision));
    await addNote('revised', 'Revised');
    stop();
    // At the moment of the change, before the log was read.
    expect(announced).not.toContain(before);
    expect(await settled()).not.toBe(before);
  });
});

describe.skipIf(missing)('changes without a notification', () => {
  test('a connection that was cut is opened again, and changes made meanwhile are received', async () => {
    const states = () => nodes.map(({ services }) => services.nodes?.state().line);
    await expect.poll(states).toEqual(['listening', 'listening', 'listening']);
    const lines =
      "from pg_stat_activity where query like 'listen %' and pid <> pg_backend_pid() and datname = current_database()";
    const before = await runOn(made.address, `select pid ${lines}`);
    expect(before.length).toBeGreaterThanOrEqual(3);
    await runOn(made.address, `select pg_terminate_backend(pid) ${lines}`);
    await addNote('meanwhile', 'Meanwhile');
    for (const each of nodes) await expect.poll(() => readList(each)).toContain('meanwhile: Meanwhile');
    await expect.poll(async () => (await runOn(made.address, `select pid ${lines}`)).length).toBeGreaterThanOrEqual(3);
    for (const { pid } of (await runOn(made.address, `select pid ${lines}`)) as { pid: number }[])
      expect(before).not.toContainEqual({ pid });
    await expect.poll(states).toEqual(['listening', 'listening', 'listening']);
  });

  test('a node that has missed changes rebuilds its caches and makes open pages load their lists again', async () => {
    using page = await listenAt(node(1).url);
    await page.next();
    const data = [{ subscriptionId: 'l', channels: ['documents'], queries: [] }];
    page.say({ type: 'subscribe', data, wantsRevision: true, gathersChanges: true });
    await page.next();
    const before = await readPage(node(1));
    // Like after an older state of the database was restored, or if the log does not reach back that far.
    await runOn(
      made.address,
      'update change_log_start set pruned_to = (select max(id) + 1 from change_log); delete from change_log',
    );
    await node(1).services.nodes?.catchUp();
    const { type, data: reload } = await page.next();
    expect([type, reload.places.map(({ kind }: { kind: string }) => kind)]).toEqual([
      'changes',
      ['paper', 'note', 'revision', 'book'],
    ]);
    expect(await readPage(node(1))).not.toBe(before);
    await addNote('after', 'After');
    await expect.poll(() => readList(node(1))).toContain('after: After');
  });
});

describe.skipIf(missing)('staged files across nodes', () => {
  test('copies that are staged at several nodes at the same time are one row', async () => {
    const stage = async ({ url }: TestServer, path: string) => {
      const files = ['a', 'b'].map((folder) => ({ path: `${folder}/${path}`, size: 10, digest: 'c'.repeat(64) }));
      const headers = { ...librarian.headers, 'content-type': 'application/json' };
      const answer = await fetch(`${url}${panelApi.staging()}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ files }),
      });
      return ((await answer.json()) as StagedBatchAnswer).files;
    };
    const answers = await Promise.all(
      nodes.flatMap((each, index) => [stage(each, `${index}.pdf`), stage(each, 'x.pdf')]),
    );
    expect(new Set(answers.flat().map(({ $id }) => $id)).size).toBe(1);
    const [row] = await stage(node(0), 'x.pdf');
    expect(row?.pathCount).toBe(2 * nodes.length + 2);
    await librarian.send('POST', panelApi.discardStaged(), { ids: [row?.$id] });
  });

  test('a publication that began at one node and was made at another is undone at a third, and undone at all of them', async () => {
    const desks = await Promise.all(
      nodes.map(async (each) => openStagingDesk(await callAsAdministrator(each.url), each)),
    );
    const [first, second, third] = desks;
    const note = { ...place, kind: 'note', year: null };
    const ids = (await first?.stagePapers(['Drive/one.pdf', 'Drive/two.pdf', 'Drive/three.pdf'], note)) ?? [];
    // Any node may read their first pages.
    const states = async () => (await first?.list())?.filter(({ $id }) => ids.includes($id)).map(({ state }) => state);
    await expect.poll(states).toEqual(['checked', 'checked', 'checked']);
    const publicationId = await second?.begin(ids);
    await first?.publish(ids.slice(0, 1), { publicationId: publicationId ?? '' });
    // The publication still has to publish these.
    expect(await first?.publish(ids.slice(1))).toMatchObject({ publicationId });
    const titles = async (each: TestServer) =>
      (await readList(each))
        .map((line) => line.replace(/^.*: /, ''))
        .filter((title) => ['one', 'two', 'three'].includes(title))
        .toSorted();
    for (const each of nodes) await expect.poll(() => titles(each)).toEqual(['one', 'three', 'two']);
    const undone = await third?.ask('POST', `/staging/publications/${publicationId}/undo`, {});
    expect(undone).toMatchObject({ restored: 3, leftTotal: 0 });
    for (const each of nodes) await expect.poll(() => titles(each)).toEqual([]);
    expect((await first?.list())?.map(({ $id, state }) => [$id, state])).toEqual(ids.map((id) => [id, 'checked']));
    await first?.ask('POST', '/staging/discard', { ids });
  });

  test('later changes of staged files can be listed at every node, so the whole list is not read again', async () => {
    const stage = async (path: string) => {
      const files = [{ path, size: 10, digest: path.padStart(64, '0') }];
      return (await (await librarian.send('POST', panelApi.staging(), { files })).json()) as StagedBatchAnswer;
    };
    const { revision } = await stage('1');
    const {
      files: [row],
    } = await stage('2');
    for (const { url } of nodes) {
      const answer = await fetch(`${url}${panelApi.stagingChanges(revision, 10)}`, { headers: librarian.headers });
      const { isReset, files } = (await answer.json()) as StagingChangesAnswer;
      expect([isReset, files.map(({ $id }) => $id)]).toEqual([false, [row?.$id]]);
    }
    // As in a database that was loaded from a dump: its numbers have another meaning.
    await runOn(
      made.address,
      'create table loaded (like staging_clock including all); insert into loaded select * from staging_clock; drop table staging_clock; alter table loaded rename to staging_clock',
    );
    const after = await librarian.send('GET', panelApi.stagingChanges(revision, 10));
    expect((await after.json()) as StagingChangesAnswer).toMatchObject({ isReset: true });
  });
});

describe.skipIf(missing)('accounts and regular work across nodes', () => {
  test('an account that signs out at one node is signed out at all of them with the next request', async () => {
    const own = await openLibrarian(node(1).url);
    const statusAt = async ({ url }: TestServer) =>
      (await fetch(`${url}${api.account()}`, { headers: own.headers })).status;
    expect(await Promise.all(nodes.map(statusAt))).toEqual([200, 200, 200]);
    await fetch(`${node(2).url}${api.accountSessions()}/current`, { method: 'DELETE', headers: own.headers });
    expect(await Promise.all(nodes.map(statusAt))).toEqual([401, 401, 401]);
  });

  test('an account that is removed at one node is signed out at all of them with the next request', async () => {
    const { database } = node(0).resources;
    const account = { email: 'leaves@library.test', password: 'a long enough password' };
    const trail = createTrail({ database, log: pino({ level: 'silent' }), now: Date.now });
    const administrators = createAdministrators({ database, trail, now: Date.now });
    await administrators.create({ ...account, name: 'Leaves' });
    const own = await openLibrarian(node(1).url, account);
    const statusAt = async ({ url }: TestServer) =>
      (await fetch(`${url}${api.account()}`, { headers: own.headers })).status;
    expect(await Promise.all(nodes.map(statusAt))).toEqual([200, 200, 200]);
    await administrators.remove(account.email, { byForce: false });
    expect(await Promise.all(nodes.map(statusAt))).toEqual([401, 401, 401]);
  });

  test('wrong passwords are counted for all nodes together, even if they arrive at the same time at different nodes', async () => {
    const tryAt = async ({ url }: TestServer, email: string) => {
      const body = JSON.stringify({ email, password: 'not the password' });
      const headers = { 'content-type': 'application/json', 'x-appwrite-project': ids.projectId };
      return (await fetch(`${url}${api.accountSessions()}/email`, { method: 'POST', headers, body })).status;
    };
    const tries = Array.from({ length: 15 }, (_, index) => tryAt(node(index % 3), 'victim@library.test'));
    const statuses = await Promise.all(tries);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    for (const each of nodes) expect(await tryAt(each, 'victim@library.test')).toBe(429);
    // Other accounts are not affected, and a right password resets the count everywhere.
    for (const each of nodes) for (let count = 0; count < 3; count += 1) await tryAt(each, 'admin@library.test');
    await openLibrarian(node(1).url);
    await expect.poll(() => runOn(made.address, "select 1 from sign_in_tries where key like 'pair:%'")).toHaveLength(1);
    for (const each of nodes) expect(await tryAt(each, 'admin@library.test')).toBe(401);
  });

  test('a node reports its name and the state of its connection, and one node leads', async () => {
    const reports = await Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).json()));
    expect(reports).toEqual(
      ['a', 'b', 'c'].map((name) =>
        expect.objectContaining({ node: expect.stringMatching(`^${name}\\.[0-9a-f]{12}$`), line: 'listening' }),
      ),
    );
    const { text } = await node(0).metrics.render();
    expect(text).toContain('examshelf_changes_line 1');
    expect(reports.filter((report) => (report as { leads: boolean }).leads)).toHaveLength(1);
  });

  test('one of many nodes counts the time and empties the trash, and is replaced if it is killed in the middle', async () => {
    const { database } = node(0).resources;
    await addNote('rubbish', 'Rubbish');
    await librarian.send('DELETE', api.document(ids, 'notes', 'rubbish'));
    await runOn(made.address, "update materials set withdrawn_lived = -1e12 where id = 'rubbish'");
    const isThere = async () => (await database.materials.find('rubbish')) !== null;

    // Another node leads and has been killed: it has the lease, and does nothing.
    await runOn(made.address, "update lease set holder = 'killed', until = until + 60000 where name = 'lead'");
    await Promise.all(nodes.map((each) => each.cleanUp()));
    expect(await isThere()).toBe(true);
    const lived = await database.livedTime.find();

    const takenOver = performance.now();
    await runOn(made.address, "update lease set until = 0 where name = 'lead'");
    await Promise.all(nodes.map((each) => each.cleanUp()));
    expect(await isThere()).toBe(false);
    expect(nodes.filter(({ services }) => services.nodes?.state().leads)).toHaveLength(1);
    // The time lived by followers is not added to it, nor the time that the new leader lived before.
    await Promise.all(nodes.map((each) => each.cleanUp()));
    const after = await database.livedTime.find();
    expect(after - lived).toBeLessThanOrEqual(performance.now() - takenOver);
  });
});

async function addNote(id: string, title: string): Promise<void> {
  await librarian.publish('note', { ...place, title, fileId: 'page' }, id);
}

describe.skipIf(missing)('a node whose clock is wrong', () => {
  test('uses the time of the database: sessions are valid at every node, and changes have the same dates', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 24 * 60 * 60 * 1000 });
    const opening = openTestServer({ database: made, renderer });
    await using wrong = await opening.finally(() => vi.useRealTimers());
    const there = await openLibrarian(wrong.url);
    for (const { headers } of [librarian, there])
      for (const { url } of [node(0), wrong])
        expect((await fetch(`${url}${api.account()}`, { headers })).status).toBe(200);
    const file = await there.upload('dated.pdf', Buffer.from(smallPdf), 'dated');
    expect(Math.abs(Date.parse(file.$createdAt) - Date.now())).toBeLessThan(60_000);
    const harvested = await (await fetch(`${wrong.url}${api.harvest()}?verb=Identify`)).text();
    const date = /<responseDate>(.*)<\/responseDate>/.exec(harvested)?.[1] ?? '';
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(5 * 60_000);
  });
});
