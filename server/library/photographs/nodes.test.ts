import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, refusal, whole } from '#test/support/file-shelf.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPhotographNode, type PhotographPlaces } from '#test/support/photograph-node.ts';
import { openPostgresServer, runOn, type TestDatabase } from '#test/support/postgres-server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

type Node = Awaited<ReturnType<typeof openPhotographNode>>;

let database: TestDatabase;
const places: PhotographPlaces = { databaseUrl: '', files: '', holdMs: 800 };
let one: Node;
let two: Node;

const ids = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Pages being made, by node; the page maker waits while `isHeld`. */
const begun: string[] = [];
let isHeld = false;
let letGo = () => {};
let gate = Promise.resolve();

function holdPages(): void {
  isHeld = true;
  gate = new Promise((resolve) => {
    letGo = () => {
      isHeld = false;
      resolve();
    };
  });
}

function openNode(name: string): Promise<Node> {
  return openPhotographNode(places, (maker) => ({
    async make(input, options, signal) {
      begun.push(name);
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
      );
      aborted.catch(() => undefined);
      if (isHeld) await Promise.race([gate, aborted]);
      return maker.make(input, options, signal);
    },
  }));
}

const requestOf = (fileId: string, ids = ['first', 'second']) => ({
  fileId,
  name: `${fileId}.pdf`,
  photographs: ids.map((photographId) => ({ photographId, turn: 0 as const, keepsWhole: true })),
});
const stateAt = async ({ photographs }: Node, fileId: string) => {
  const { state, done, total } = await photographs.find(admin, fileId);
  return { state, done, total };
};
const rowsOf = (fileId: string) =>
  runOn(database.address, `select state from photograph_works where file_id = '${fileId}'`);

describe.skipIf(whyNoPostgres())('PDFs of photographs with several nodes', () => {
  beforeAll(async () => {
    database = await (await openPostgresServer()).make();
    const files = await mkdtemp(path.join(tmpdir(), 'examshelf-shared-'));
    Object.assign(places, { databaseUrl: database.url, files });
    one = await openNode('one');
    two = await openNode('two');
    // Each photograph has different bytes, because a node caches the pages it has made.
    for (const [index, id] of ids.entries()) {
      const background = { r: 200, g: 20 * index, b: 100 };
      const jpeg = await sharp({ create: { width: 60, height: 80, channels: 3, background } })
        .jpeg()
        .toBuffer();
      await one.files.receive(admin, whole(id, jpeg, `${id}.jpg`));
    }
    await one.files.receive(admin, whole('cut', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'cut.jpg'));
  }, 90_000);
  afterAll(async () => {
    await one?.[Symbol.asyncDispose]();
    await two?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await rm(places.files, { recursive: true, force: true });
  });

  describeMaking();
  describeCancelling();
  describeDead();
});

function describeMaking(): void {
  test('a PDF requested at one node is reported by the other, made only once, and available at both', async () => {
    begun.length = 0;
    holdPages();
    const answers = await Promise.all(
      [one, two, one, two].map((node) => node.photographs.begin(admin, requestOf('paper'))),
    );
    expect(answers.map(({ fileId, total }) => [fileId, total])).toEqual(Array.from({ length: 4 }, () => ['paper', 2]));
    for (const node of [one, two]) await expect.poll(() => stateAt(node, 'paper')).toMatchObject({ state: 'making' });
    expect((await two.photographs.find(admin, 'paper')).photographs.map(({ file }) => file.name)).toEqual([
      'first.jpg',
      'second.jpg',
    ]);
    for (const node of [one, two])
      expect(await refusal(node.photographs.begin(admin, requestOf('paper', ['third'])))).toBe(
        'storage_file_already_exists',
      );
    letGo();
    await Promise.all([one, two].map(({ photographs }) => photographs.idle()));
    const made = { state: 'made', done: 2, total: 2 };
    expect(await Promise.all([stateAt(one, 'paper'), stateAt(two, 'paper')])).toEqual([made, made]);
    expect([begun.length, new Set(begun).size, await rowsOf('paper')]).toEqual([2, 1, []]);
    expect((await two.files.get(admin, 'paper')).sha256).toBe((await one.files.get(admin, 'paper')).sha256);
    expect((await two.photographs.begin(admin, requestOf('paper'))).state).toBe('made');
  });

  test('every node reports progress and failure, and the same request to another node tries again', async () => {
    await one.photographs.begin(admin, requestOf('broken', ['first', 'cut']));
    await one.photographs.idle();
    for (const node of [one, two])
      expect(await node.photographs.find(admin, 'broken')).toMatchObject({
        state: 'failed',
        done: 1,
        total: 2,
        failure: { photographId: 'cut', message: expect.stringContaining('"cut.jpg" is damaged') },
      });
    await two.photographs.begin(admin, requestOf('broken', ['first']));
    await two.photographs.idle();
    expect(await stateAt(one, 'broken')).toEqual({ state: 'made', done: 1, total: 1 });
  });
}

function describeCancelling(): void {
  test('a PDF that is cancelled at another node is stopped by the node that makes it, and any node can start it again', async () => {
    begun.length = 0;
    holdPages();
    await one.photographs.begin(admin, requestOf('stopped', ['third']));
    await one.photographs.begin(admin, requestOf('behind', ['fourth']));
    await expect.poll(() => begun.length).toBe(1);
    for (const id of ['stopped', 'behind']) await two.photographs.cancel(admin, id);
    // `idle` resolves once nothing is being made, although no page was released.
    await one.photographs.idle();
    for (const node of [one, two]) {
      expect(await refusal(node.photographs.find(admin, 'stopped'))).toBe('storage_file_not_found');
      expect(await refusal(node.files.get(admin, 'stopped'))).toBe('storage_file_not_found');
    }
    letGo();
    await two.photographs.begin(admin, requestOf('stopped', ['third']));
    await two.photographs.idle();
    expect(await stateAt(one, 'stopped')).toEqual({ state: 'made', done: 1, total: 1 });
    expect(begun).toEqual(['one', 'two']);
  });

  test('a PDF that is cancelled at another node just before it is stored is not stored', async () => {
    holdPages();
    await one.photographs.begin(admin, requestOf('late', ['fifth']));
    // Before the next beat notices it.
    const shared = one.database.photographWorks;
    if (!shared) throw new Error('one process only');
    const { keep } = shared;
    shared.keep = async (works) => (isHeld ? new Set(works.map(({ attempt }) => attempt)) : keep(works));
    await two.photographs.cancel(admin, 'late');
    letGo();
    await one.photographs.idle();
    shared.keep = keep;
    expect(await two.database.files.find('late')).toBeNull();
  });
}

function describeDead(): void {
  test.skipIf(isOnlyInSweep('kills'))(
    'a node that is killed in the middle leaves nothing that blocks: the same request starts it at another node',
    async () => {
      const program = fileURLToPath(new URL('../../../test/support/make-pdf-as-node.ts', import.meta.url));
      const given = [places.databaseUrl, places.files, String(places.holdMs)];
      const child = fork(program, given, { execArgv: ['--no-warnings'] });
      await once(child, 'message');
      child.send(requestOf('killed'));
      await once(child, 'message');
      await expect.poll(() => stateAt(two, 'killed')).toEqual({ state: 'making', done: 1, total: 2 });
      expect((await one.photographs.begin(admin, requestOf('killed'))).state).toBe('making');
      child.kill('SIGKILL');
      await once(child, 'exit');
      // Does the same as the panel: polls until no node makes the PDF, then begins again.
      await expect.poll(() => stateAt(two, 'killed').catch(() => 'nobody makes it')).toBe('nobody makes it');
      await two.photographs.begin(admin, requestOf('killed'));
      await two.photographs.idle();
      expect(await stateAt(one, 'killed')).toEqual({ state: 'made', done: 2, total: 2 });
    },
  );

  test('a failure is forgotten when another PDF is started an hour later', async () => {
    await one.photographs.begin(admin, requestOf('old', ['cut']));
    await one.photographs.idle();
    expect(await rowsOf('old')).toEqual([{ state: 'failed' }]);
    await runOn(
      database.address,
      "update photograph_works set held_until = held_until - interval '61 minutes' where file_id = 'old'",
    );
    await two.photographs.begin(admin, requestOf('paper-after', ['first']));
    await two.photographs.idle();
    expect(await rowsOf('old')).toEqual([]);
  });
}
