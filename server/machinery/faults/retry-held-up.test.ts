import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { busy, unavailable } from '#server/engines/database/sqlite/read-limits.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { createErrorLog } from '#server/machinery/telemetry/error-log.ts';
import { createLog } from '#server/machinery/telemetry/log.ts';
import { toError, toFailure } from '#server/machinery/threads/thread-failure.ts';
import { createAttempt } from '#server/start/jobs/work-for-all.ts';
import { LibraryClosed } from './closed-library.ts';
import { StoreFailing, WritingHeldUp } from './read-fault.ts';
import { isHeldUp, retryHeldUp } from './retry-held-up.ts';

type Line = { level: string; msg: string; err: Record<string, unknown> };

/**
 * A database in which one write waits at most 20 ms for another, and a log. `release` ends the write that blocks it.
 */
async function openBusy() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-busy-'));
  const database = await openSqlite({
    dataDir,
    publicUrl: 'https://library.test',
    ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
    writerLimits: { maxWaiting: 10, waitMs: 20 },
  });
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const holding = database.transaction(async () => {
    begun.resolve();
    await gate.promise;
  });
  await begun.promise;
  const lines: Line[] = [];
  const onLine = { called: () => {} };
  const errors = createErrorLog();
  const write = (text: string) => {
    lines.push(JSON.parse(text) as Line);
    onLine.called();
  };
  const log = createLog({ level: 'info', isTerminal: false, errors, destination: { write } });
  const release = async () => {
    gate.resolve();
    await holding;
  };
  return {
    database,
    log,
    lines,
    errors,
    onLine,
    release,
    async [Symbol.asyncDispose]() {
      await release();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

test('logs a cleanup task that waits too long for the database as a warning, and other failures as errors', async () => {
  await using held = await openBusy();
  const { database, lines } = held;
  const attempt = createAttempt({ log: held.log, signal: new AbortController().signal });
  expect(await attempt('trash', async () => void (await database.settings.set('a', 'b')), 'nothing')).toBe('nothing');
  expect(lines).toEqual([
    {
      level: 'warn',
      time: expect.any(String),
      msg: 'the cleanup task "trash" is delayed because the server is busy; it is retried in an hour',
      err: { type: 'WritingHeldUp', message: 'database (sqlite): the previous write did not end within 20 ms' },
    },
  ]);
  expect(held.errors.state().messages).toEqual([]);

  await attempt('files', () => Promise.reject(new Error('no such folder')), undefined);
  expect(lines[1]).toMatchObject({
    level: 'error',
    msg: 'the cleanup task "files" failed; it is retried in an hour',
    err: { message: 'no such folder', stack: expect.stringContaining('retry-held-up.test') },
  });
});

test('does blocked work once the database is free', async () => {
  await using held = await openBusy();
  const { database, lines } = held;
  const second = new Promise<void>((resolve) => {
    held.onLine.called = () => lines.length === 2 && resolve();
  });
  const work = retryHeldUp(() => database.settings.set('a', 'b'), {
    work: 'updating harvest records',
    log: held.log,
    signal: new AbortController().signal,
    retryMs: 1,
  });
  await second;
  await held.release();
  await work;
  expect(await database.settings.find('a')).toBe('b');
  expect(lines[0]?.msg).toBe(
    'updating harvest records is delayed because the server is busy; it is retried in 0.001 seconds',
  );
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['warn']));
});

test('does not retry blocked work after the signal', async () => {
  await using held = await openBusy();
  const stopping = new AbortController();
  const parts = { work: 'updating harvest records', log: held.log, signal: stopping.signal };
  held.onLine.called = () => stopping.abort();
  await expect(retryHeldUp(() => held.database.settings.set('a', 'b'), parts)).rejects.toThrow('aborted');
  expect(held.lines).toHaveLength(1);
});

test('distinguishes refusals of full queues from failures', () => {
  const heldUp = new WritingHeldUp('another node has been writing for too long', 'postgres');
  const ofThread = toError(toFailure(heldUp));
  for (const error of [heldUp, ofThread, busy(), new Refused('full'), new Refused('timed-out')])
    expect(isHeldUp(error)).toBe(true);
  const lost = unavailable('The library could not be read.', new Error('its thread crashed'));
  const failed = new StoreFailing('papers', new Error('connection refused'));
  for (const error of [lost, failed, new Refused('closed'), new LibraryClosed(), new Error('busy')])
    expect(isHeldUp(error)).toBe(false);
});
