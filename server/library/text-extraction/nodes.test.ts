import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { openPostgresTexts } from '#server/engines/text-store/postgres/postgres-texts.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { makeStampedScans } from '#test/support/picture-documents.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openTextShelf, wordsEngine } from '#test/support/text-shelf.ts';
import { newestRecipe, textRecipe } from './text-limits.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

const claimMs = 1000;

/** For all tests of this file. */
const openDatabase = memoizeSuccess(async () => (await openPostgresServer()).make());
let folder = '';

/** Opens a node with its own scratch folder. It counts the pages that it stores and recognises. */
async function openNode(node: string, recognise = wordsEngine().recognise, lookAgainMs = 50) {
  const texts = openPostgresTexts({ address: (await openDatabase()).address, claimMs });
  const done = { stored: [] as number[], recognised: 0 };
  const count = (store: Texts): Texts => ({
    ...store,
    async store(sha256, pages) {
      done.stored.push(...pages.map(({ page }) => page));
      await store.store(sha256, pages);
    },
  });
  const shelf = await openTextShelf({
    folder,
    shared: { texts, node },
    wrapTexts: count,
    lookAgainMs,
    engine: wordsEngine((...given) => {
      done.recognised += 1;
      return recognise(...given);
    }),
  });
  return Object.assign(shelf, { done });
}

type Node = Awaited<ReturnType<typeof openNode>>;
const untilRead = (node: Node) =>
  vi.waitUntil(
    async () => {
      // At one moment: pages being read now may wait for recognition afterwards.
      const { waiting, reading } = await node.service.count();
      return waiting + reading === 0;
    },
    { timeout: 60_000, interval: 20 },
  );

/** Copies the records, which all nodes read from the database. */
function share(from: Node, ...others: Node[]): void {
  for (const node of others) for (const [id, record] of from.records) node.records.set(id, record);
}

describe.skipIf(whyNoPostgres())('several nodes that read the same files', () => {
  beforeEach(async () => {
    await runOn((await openDatabase()).address, 'truncate text_documents, text_pages');
    folder = await mkdtemp(path.join(tmpdir(), 'examshelf-nodes-'));
    return () => rm(folder, { recursive: true, force: true });
  });
  afterAll(async () => (await openDatabase())[Symbol.asyncDispose]());
  describeSharing();
  describeTakingOver();
});

function describeSharing(): void {
  test.skipIf(isOnlyInSweep('engines'))(
    "two nodes read all pages once together, and each is notified of the other's pages",
    async () => {
      await using first = await openNode('one');
      await using second = await openNode('two');
      for (let count = 1; count <= 4; count += 1)
        await first.store(`book-${count}`, makeBook(`book ${count}`, 30), { pageCount: 30 });
      await first.store('scan', makeStampedScans(6, 'Scanned by a shop'), { pageCount: 6 });
      share(first, second);
      const heard = [new Set<string>(), new Set<string>()];
      for (const [index, { service }] of [first, second].entries())
        service.onRead((sha256) => heard[index]?.add(sha256));
      await Promise.all([first.service.catchUp(), second.service.catchUp()]);
      await untilRead(first);
      expect([...first.done.stored, ...second.done.stored]).toHaveLength(4 * 30 + 6);
      expect(first.done.recognised + second.done.recognised).toBe(6);
      expect(await second.service.count()).toEqual({ waiting: 0, reading: 0, read: 126, failed: 0 });
      const digests = [...first.records.values()].map(({ sha256 }) => sha256);
      await vi.waitUntil(() => heard.every((each) => digests.every((sha256) => each.has(sha256))), { timeout: 30_000 });
    },
  );

  test('a node finds pages that another one left unread, without a notification', async () => {
    await using first = await openNode('one');
    await using second = await openNode('two', wordsEngine().recognise, 60_000);
    const paper = await second.store('paper', makePdf([['Define thrashing.']]));
    share(second, first);
    await first.service.catchUp();
    await first.service.idle();
    // Read once more: no node is notified.
    await second.texts.forget(paper.sha256);
    await second.texts.begin({ sha256: paper.sha256, pageCount: 1, recipe: textRecipe });
    await untilRead(second);
    expect([first.done.stored, second.done.stored]).toEqual([[1, 1], []]);
  });

  test('a node of this release neither restarts nor reads a document that a newer release began', async () => {
    await using node = await openNode('one');
    const newer = await node.store('newer', makePdf([['Define paging.']]));
    const own = await node.store('own', makePdf([['Define thrashing.']]));
    await node.texts.begin({ sha256: newer.sha256, pageCount: 2, recipe: newestRecipe + 1 });
    await node.service.catchUp();
    await node.service.idle();
    expect(await node.texts.find(newer.sha256)).toMatchObject({ recipe: newestRecipe + 1, waiting: 2, read: 0 });
    expect(await node.texts.find(own.sha256)).toMatchObject({ recipe: textRecipe, waiting: 0, read: 1 });
  });
}

function describeTakingOver(): void {
  test.skipIf(isOnlyInSweep('recognition'))('a long page is not taken over while its node works on it', async () => {
    let finish = () => {};
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await using slow = await openNode('slow', async (...given) => {
      await work;
      return wordsEngine().recognise(...given);
    });
    await using eager = await openNode('eager', wordsEngine().recognise, 20);
    await slow.store('scan', makeStampedScans(2, 'Scanned by a shop'), { pageCount: 2 });
    share(slow, eager);
    await slow.service.catchUp();
    await vi.waitUntil(() => slow.done.recognised === 1, { timeout: 30_000 });
    await eager.service.catchUp();
    // Twice as long as a claim lasts that is not renewed, by the clock of the database.
    await runOn((await openDatabase()).address, `select pg_sleep(${(2 * claimMs) / 1000})`);
    finish();
    await untilRead(eager);
    expect([slow.done.recognised + eager.done.recognised, slow.done.stored[0]]).toEqual([2, 1]);
  });

  test.skipIf(isOnlyInSweep('kills'))(
    'pages that a killed node had not stored are read by another one, and nothing else is read again',
    async () => {
      await using left = await openNode('left');
      const scan = await left.store('scan', makeStampedScans(5, 'Scanned by a shop'), { pageCount: 5 });
      await left.store('book', makeBook('book', 130), { pageCount: 130 });
      const program = fileURLToPath(new URL('../../../test/support/read-texts-as-node.ts', import.meta.url));
      const child = fork(program, [folder, (await openDatabase()).url, String(claimMs), '2'], {
        execArgv: ['--no-warnings'],
      });
      await once(child, 'message');
      child.send([...left.records.values()]);
      await once(child, 'message');
      await left.service.catchUp();
      await left.service.idle();
      expect([await left.service.count(), left.done.recognised]).toEqual([
        { waiting: 3, reading: 0, read: 132, failed: 0 },
        0,
      ]);
      child.kill('SIGKILL');
      await untilRead(left);
      expect(left.done).toEqual({ stored: [3, 4, 5], recognised: 3 });
      expect(await left.texts.find(scan.sha256)).toMatchObject({ waiting: 0, read: 5, failed: 0 });
    },
  );
}
