import { Client } from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { clientConfig } from '#server/engines/database/postgres/client-config.ts';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import { describeTexts, one, other, textPage } from '#server/engines/text-store/texts.suite.ts';
import type { SharedTexts, Texts } from '#server/engines/text-store/texts.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { openPostgresTexts } from './postgres-texts.ts';

type Node = { texts: Texts; shared: SharedTexts };

/** For all tests of this file. */
const openDatabase = memoizeSuccess(async () => (await openPostgresServer()).make());

/** Opens some nodes on the same empty tables. */
async function openNodes(count: number, claimMs?: number) {
  const { address } = await openDatabase();
  await runOn(address, 'truncate text_documents, text_pages restart identity');
  const nodes = Array.from({ length: count }, (): Node => {
    const texts = openPostgresTexts({ address, ...(claimMs !== undefined && { claimMs }) });
    if (!texts.shared) throw new Error('these texts are shared');
    return { texts, shared: texts.shared };
  });
  return {
    nodes,
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map(({ texts }) => texts.close()));
    },
  };
}

async function openPair(claimMs?: number) {
  const opened = await openNodes(2, claimMs);
  const [first, second] = opened.nodes as [Node, Node];
  return { first, second, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

describe.skipIf(whyNoPostgres())('PostgreSQL', () => {
  afterAll(async () => (await openDatabase())[Symbol.asyncDispose]());
  describe('texts', () => {
    describeTexts(openOne);
  });
  describe('claims', () => {
    describeClaims();
  });
  describe('changes', () => {
    describeChanges();
  });
});

async function openOne() {
  const opened = await openNodes(1);
  const [{ texts }] = opened.nodes as [Node];
  return { texts, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

/** Blocks changes of a document right before they are committed. */
async function holdCommitsOf(sha256: string) {
  const { address } = await openDatabase();
  await runOn(
    address,
    `create function wait_at_commit() returns trigger language plpgsql
        as $$ begin perform pg_advisory_xact_lock(77); return null; end $$;
      create constraint trigger wait_at_commit after update on text_documents deferrable initially deferred
        for each row when (new.sha256 = '${sha256}') execute function wait_at_commit()`,
  );
  const client = new Client(clientConfig(address));
  await client.connect();
  await client.query('begin; select pg_advisory_xact_lock(77)');
  return {
    /** Returns the number of transactions that are waiting for a lock of this kind. */
    countWaiting: async () =>
      (await runOn(address, "select 1 from pg_locks where locktype = 'advisory' and not granted")).length,
    letGo: () => client.query('commit'),
    async [Symbol.asyncDispose]() {
      await client.end();
      await runOn(address, 'drop trigger wait_at_commit on text_documents; drop function wait_at_commit');
    },
  };
}

function describeClaims(): void {
  test('a document is claimed by one node at a time, and the next node gets the next one', async () => {
    await using pair = await openPair();
    const { first, second } = pair;
    await first.texts.begin({ sha256: one, pageCount: 2, recipe: 1 });
    await first.texts.begin({ sha256: other, pageCount: 2, recipe: 1 });
    const claimed = await Promise.all([first, second].map(({ shared }) => shared.claim('text', { except: [] }, 1)));
    expect(claimed.map((document) => document?.sha256).sort()).toEqual([one, other]);
    const [firsts = '', seconds = ''] = claimed.map((document) => document?.sha256);
    expect(await second.shared.claim('text', { sha256: firsts }, 1)).toBeNull();
    expect(await first.shared.claim('text', { except: [] }, 1)).toMatchObject({ sha256: firsts, waiting: 2 });
    expect(await first.shared.claim('text', { except: [firsts] }, 1)).toBeNull();
    expect(await first.shared.claim('ocr', { except: [] }, 1)).toBeNull();
    expect(await second.shared.renew(firsts)).toBe(false);
    await first.shared.release(seconds);
    expect(await second.shared.renew(seconds)).toBe(true);
    await first.shared.release(firsts);
    expect(await second.shared.claim('text', { sha256: firsts }, 1)).toMatchObject({ sha256: firsts });
  });

  test('forty documents that six nodes claim at the same time are each claimed once', async () => {
    await using opened = await openNodes(6);
    const [{ texts }] = opened.nodes as [Node];
    const all = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, '0'));
    for (const sha256 of all) await texts.begin({ sha256, pageCount: 1, recipe: 1 });
    const mine = async ({ shared }: Node) => {
      const claimed: string[] = [];
      for (;;) {
        const document = await shared.claim('text', { except: claimed }, 1);
        if (!document) return claimed;
        claimed.push(document.sha256);
      }
    };
    expect((await Promise.all(opened.nodes.map(mine))).flat().sort()).toEqual(all);
  });

  test('a claim that is not renewed expires by the clock of the database, a renewed one does not', async () => {
    await using pair = await openPair(500);
    const { first, second } = pair;
    await first.texts.begin({ sha256: one, pageCount: 1, recipe: 1 });
    await first.texts.begin({ sha256: other, pageCount: 1, recipe: 1 });
    await first.shared.claim('text', { sha256: one }, 1);
    await first.shared.claim('text', { sha256: other }, 1);
    const taken = await vi.waitUntil(
      async () => {
        await first.shared.renew(other);
        return second.shared.claim('text', { except: [] }, 1);
      },
      { timeout: 10_000, interval: 50 },
    );
    expect(taken.sha256).toBe(one);
    expect(await first.shared.renew(one)).toBe(false);
    expect(await first.shared.renew(other)).toBe(true);
  });
}

function describeChanges(): void {
  test('a node is notified of documents that others changed, each change once and none of its own', async () => {
    await using pair = await openPair();
    const { first, second } = pair;
    await first.texts.begin({ sha256: one, pageCount: 3, recipe: 1 });
    const { upTo: start } = await second.shared.changedSince(null, 10);
    await first.texts.store(one, [textPage(1)]);
    await second.texts.begin({ sha256: other, pageCount: 1, recipe: 1 });
    const heard = await second.shared.changedSince(start, 10);
    expect(heard.sha256s).toEqual([one]);
    expect(await second.shared.changedSince(heard.upTo, 10)).toEqual({ upTo: heard.upTo, sha256s: [] });
    expect((await first.shared.changedSince(start, 10)).sha256s).toEqual([other]);
    // In pieces.
    await first.texts.store(other, [textPage(1)]);
    const piece = await second.shared.changedSince(start, 1);
    expect(piece.sha256s).toEqual([one]);
    expect((await second.shared.changedSince(piece.upTo, 1)).sha256s).toEqual([other]);
  });

  test('versions that two nodes assign at the same time become visible in their order', async () => {
    await using pair = await openPair();
    const { first, second } = pair;
    for (const sha256 of [one, other]) await first.texts.begin({ sha256, pageCount: 1, recipe: 1 });
    const { upTo: start } = await second.shared.changedSince(null, 1);
    await using held = await holdCommitsOf(one);
    const stored = [first.texts.store(one, [textPage(1)])];
    await expect.poll(held.countWaiting).toBe(1);
    // The second write gets a greater version, and must not become visible before the first one.
    stored.push(second.texts.store(other, [textPage(1)]));
    await expect.poll(held.countWaiting).toBe(2);
    expect((await second.shared.changedSince(start, 10)).upTo).toBe(start);
    await held.letGo();
    await Promise.all(stored);
    const versions = (await first.texts.findSome([one, other])).map(({ version }) => version);
    const { upTo, sha256s } = await second.shared.changedSince(start, 10);
    expect([upTo, sha256s]).toEqual([Math.max(...versions), [one]]);
    expect((await first.texts.find(one))?.version).toBeLessThan(upTo);
  });

  test('a document that two nodes begin at the same time is begun once', async () => {
    await using pair = await openPair();
    const begun = await Promise.all(
      [pair.first, pair.second].map(({ texts }) => texts.begin({ sha256: one, pageCount: 300, recipe: 1 })),
    );
    expect(begun.sort()).toEqual([false, true]);
    expect(await pair.first.texts.count()).toEqual({ waiting: 300, read: 0, failed: 0 });
  });
}
