import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { callAsAdministrator } from '#test/support/contract-caller.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

/** Records the names of all threads that are started until it is disposed. */
function watchThreads(): Disposable & { started: string[] } {
  const started: string[] = [];
  const note = ({ threadName }: Worker) => started.push(threadName ?? '');
  process.on('worker', note);
  return { started, [Symbol.dispose]: () => void process.off('worker', note) };
}

/** Runs the work that a start begins until it ends. */
async function settle({ services, cleanUp }: TestServer): Promise<void> {
  const { textReading, similar, indexKeeper } = services;
  await indexKeeper.reconcile();
  await cleanUp();
  await Promise.all([textReading.idle(), similar.idle(), indexKeeper.idle()]);
}

test('starts no thread with an empty library except the one that writes to the database', async () => {
  using threads = watchThreads();
  await using server = await openTestServer({ readsTexts: true });
  await settle(server);
  const admin = await callAsAdministrator(server.url);
  expect((await admin.call('GET', '/search/state')).json).toMatchObject({ waiting: 0, reading: 0, read: 0, failed: 0 });
  expect(threads.started).toEqual(['database']);
});

test('starts no thread that writes the search index if it is up to date, and can search', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-threads-'));
  try {
    const filled = await openThreeCallers({ dataDir });
    await filled.services.indexKeeper.idle();
    await filled[Symbol.asyncDispose]();
    using threads = watchThreads();
    await using server = await openTestServer({ dataDir });
    await settle(server);
    expect(threads.started.filter((name) => !name.startsWith('database'))).toEqual(['texts']);
    const answer = await fetch(`${server.url}/v1/search?q=words`);
    expect(await answer.json()).toMatchObject({ total: 3 });
    expect(threads.started).not.toContain('search index');
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
