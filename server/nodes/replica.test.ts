import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import type { ReplicaState } from '#server/database/read-replica.ts';
import { makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { openReplicatedServer, type ReplicatedServer } from '#test/support/postgres-replica.ts';
import { holdTables, toUrl, type TestDatabase } from '#test/support/postgres-server.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openUnreliableLine } from '#test/support/unreliable-line.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

/** Two nodes over a database that has a real streaming replica. */
const missing =
  whyNoPostgres() ?? (process.env['TEST_DATABASE_URL'] ? 'the server of TEST_DATABASE_URL has none' : null);
if (missing) process.stdout.write(`skipped: replicas, because ${missing}\n`);

let postgres: ReplicatedServer;
let made: TestDatabase;
let [near, far]: TestServer[] = [];
let librarian: Librarian;
let asked = 0;

const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const publish = (id: string) => librarian.publish('note', { ...place, title: id, fileId: 'file' }, id);

/** A list that nobody has requested before; a long one is read among those that may visit many rows. */
async function readAnew(server: TestServer | undefined, least = 100): Promise<string[]> {
  asked += 1;
  const limit = encodeURIComponent(JSON.stringify({ method: 'limit', values: [least + asked] }));
  const answer = await fetch(`${server?.url}${api.documents(ids, 'notes')}?queries[0]=${limit}`, {
    headers: { 'x-appwrite-project': ids.projectId },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { documents: { $id: string }[] }).documents.map(({ $id }) => $id).sort();
}

async function stateOf(server: TestServer | undefined): Promise<ReplicaState> {
  return ((await (await fetch(`${server?.url}/readyz`)).json()) as { replica: ReplicaState }).replica;
}

async function bothAre(state: ReplicaState): Promise<void> {
  await expect.poll(() => Promise.all([near, far].map(stateOf))).toEqual([state, state]);
}

beforeAll(async () => {
  if (missing) return;
  postgres = await openReplicatedServer();
  made = await postgres.primary.make();
  const settings = { DATABASE_READ_URL: toUrl(postgres.atReplica(made.address)) };
  const open = (name: string) => openTestServer({ database: made, settings: { ...settings, NODE_NAME: name } });
  [near, far] = await Promise.all([open('near'), open('far')]);
  librarian = await openLibrarian(near?.url ?? '');
  await librarian.upload('a.pdf', makePdf([['one']]), 'file');
  await publish('first');
});

afterAll(async () => {
  if (missing) return;
  await Promise.all([near, far].map((server) => server?.[Symbol.asyncDispose]()));
  await made[Symbol.asyncDispose]();
});

describe.skipIf(missing)('a replica', () => {
  test('is read by guests, not by administrators, once it has everything', async () => {
    await bothAre('used');
    // What is locked from now on is locked in the primary alone.
    await postgres.pause();
    const held = await holdTables(made.address, ['materials']);
    try {
      expect(await readAnew(near)).toEqual(['first']);
      let isAnswered = false;
      const asAdministrator = librarian.send('GET', api.documents(ids, 'notes')).then(() => (isAnswered = true));
      // What the servers do by themselves may wait, too.
      await expect.poll(() => held.waiting()).toBeGreaterThan(0);
      expect(isAnswered).toBe(false);
      await held.release();
      await asAdministrator;
    } finally {
      await held.release().catch(() => undefined);
      await postgres.resume();
    }
  });

  test('is not read while it lacks what this node was told of, and nothing old is cached', async () => {
    await bothAre('used');
    await postgres.pause();
    await publish('second');
    expect(await readAnew(near)).toEqual(['first', 'second']);
    await bothAre('behind');
    expect(await readAnew(far)).toEqual(['first', 'second']);
    await postgres.resume();
    await bothAre('used');
    expect(await Promise.all([near, far].map((each) => readAnew(each)))).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
  });

  test('is not read if it is no replica', async () => {
    const settings = { DATABASE_READ_URL: toUrl(made.address), NODE_NAME: 'wrong' };
    await using wrong = await openTestServer({ database: made, settings });
    await expect.poll(() => stateOf(wrong)).toBe('away');
    expect(await readAnew(wrong)).toEqual(['first', 'second']);
  });

  test.skipIf(isOnlyInSweep('faults'))(
    'that hangs keeps no guest waiting for longer than a first answer may take, and is read again once it answers',
    async () => {
      const { host, port } = postgres.atReplica(made.address);
      await using line = await openUnreliableLine(`http://${host}:${port}`);
      const through = { ...postgres.atReplica(made.address), port: Number(new URL(line.url).port) };
      // No read of this server has a deadline.
      const settings = { DATABASE_READ_URL: toUrl(through), NODE_NAME: 'hung' };
      await using hung = await openTestServer({ database: made, settings });
      const all = await readAnew(near);
      for (let round = 0; round < 2; round += 1) {
        await expect.poll(() => stateOf(hung)).toBe('used');
        let isRead = false;
        line.watch = (sent) => {
          isRead ||= sent.includes('materials');
          return false;
        };
        const readsThere = async () => {
          expect(await readAnew(hung)).toEqual(all);
          return isRead;
        };
        // On a busy machine an answer may take as long as one that does not come: then it is asked again.
        await expect.poll(readsThere).toBe(true);
        let connections = 0;
        line.watch = (sent) => {
          if (sent.includes('application_name')) connections += 1;
          return false;
        };
        line.enter('hang');
        const guests = Array.from({ length: 40 }, (_, index) => readAnew(hung, index % 2 === 0 ? 100 : 600));
        for (const read of await Promise.all(guests)) expect(read).toEqual(all);
        // Those who waited behind the first ones did not try it as well.
        expect(connections).toBeLessThan(20);
        await expect.poll(() => stateOf(hung)).toBe('away');
        line.enter('pass');
      }
    },
  );

  test('that ends is left with the list that meets it, and the server stays ready', async () => {
    await bothAre('used');
    await postgres.kill();
    expect(await readAnew(near)).toEqual(['first', 'second']);
    await bothAre('away');
    expect((await fetch(`${near?.url}/readyz`)).status).toBe(200);
  });
});
