import { judgeFiles } from '#test/support/failing-files.ts';
import { judgeStatements } from '#test/support/failing-statements.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/addresses.ts';
import { readLimits } from '#server/engines/database/sqlite/read-limits.ts';
import { makePdf } from '#test/support/documents.ts';
import { addressOf } from '#test/faults/library-requests.ts';
import { openLibraryStage, paper } from '#test/faults/library-stage.ts';
import { ids, openLibrarian, uploadForm } from '#test/support/library.ts';
import { openTestServer } from '#test/support/server.ts';
import { isOnlyInSweep } from '#test/support/sweeps.ts';

test('refuses a write with an explanation while another hangs in the database, and allows both afterwards', async () => {
  await using stage = await openLibraryStage({ writerLimits: { maxWaiting: 10, waitMs: 20 } });
  for (const id of ['one', 'two']) expect((await stage.upload(id, paper(id))).status).toBe(201);
  const { reached, release, verdict } = createGate();
  const [, writing] = stage.sources;
  const stop = writing?.install((call) => verdict(call === 'insert materials'));
  const first = stage.publish('one');
  await reached;
  const second = await stage.publish('two');
  expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await second.json()).toMatchObject({
    type: 'general_service_unavailable',
    message: expect.stringContaining('Changes have to wait at the moment'),
  });
  await stage.askAsOther();
  release();
  expect((await first).status).toBe(201);
  stop?.();
  expect((await stage.publish('two')).status).toBe(201);
  await stage.verifyAll();
});

test('times out a search whose thread hangs, delays no other request, and runs the next search', async () => {
  const giveUps: (() => void)[] = [];
  const reads = {
    limits: readLimits,
    setDeadline: (giveUp: () => void) => {
      giveUps.push(giveUp);
      return () => undefined;
    },
  };
  await using stage = await openLibraryStage({ reads });
  const { reached, release, verdict } = createGate();
  const stop = judgeStatements((call) => verdict(call.endsWith('(thread)')));
  const headers = { 'x-appwrite-project': 'examshelf' };
  const search = () => fetch(`${stage.url}${addressOf.search('kept')}`, { headers });
  const hanging = search();
  await reached;
  for (const address of ['/', '/healthz', `${addressOf.file('kept')}/download?project=examshelf`]) {
    const answer = await fetch(`${stage.url}${address}`);
    expect([address, answer.status]).toEqual([address, 200]);
    await answer.arrayBuffer();
  }
  for (const giveUp of giveUps) giveUp();
  const refused = await hanging;
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  release();
  stop();
  expect((await search()).status).toBe(200);
});

test.skipIf(isOnlyInSweep('faults'))(
  'ends on SIGTERM while the disk hangs, and the next server accepts the same upload',
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-slow-'));
    const pdf = makePdf([['one']]);
    const { reached, release, verdict } = createGate();
    const events: string[] = [];
    {
      const server = await openTestServer({ dataDir });
      const librarian = await openLibrarian(server.url);
      const stop = judgeFiles(path.join(dataDir, 'files'), (call) => verdict(call === 'fsync parts'));
      const sending = librarian.sendForm(api.files(ids), uploadForm('a', 'a.pdf', pdf), {}).then(
        ({ status }) => status,
        () => 'cut off',
      );
      await reached;
      await server.close();
      events.push('stopped');
      expect(await sending).toBe('cut off');
      release();
      events.push('the disk answers');
      await server.services.files.settle();
      stop();
    }
    expect(events).toEqual(['stopped', 'the disk answers']);
    {
      await using server = await openTestServer({ dataDir });
      const librarian = await openLibrarian(server.url);
      await librarian.upload('a.pdf', pdf, 'a');
      const read = await fetch(`${server.url}${api.fileDownload(ids, 'a')}`);
      expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true);
    }
    await rm(dataDir, { recursive: true });
  },
);

/** Blocks the first call until `release`. */
function createGate() {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  let isReached = false;
  return {
    reached,
    release,
    verdict(isMeant: boolean) {
      if (!isMeant || isReached) return null;
      isReached = true;
      reach();
      return { until };
    },
  };
}
