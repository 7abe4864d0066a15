import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { followReindexRequests, readReindexState, writeReindexState } from './reindex-request.ts';

const log = pino({ level: 'silent' });

test('a request is processed once, with its progress, and a failure is reported', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-reindex-'));
  await mkdir(path.join(dataDir, 'search'));
  const runs: PromiseWithResolvers<{ done: number; total: number }>[] = [];
  const keeper = {
    progress: { done: 1, total: 3 },
    rebuild() {
      runs.push(Promise.withResolvers());
      return runs.at(-1)?.promise ?? Promise.reject(new Error('none'));
    },
  };
  const stop = followReindexRequests({ dataDir, keeper, log, pollMs: 5 });
  const seen = async (state: string) => {
    await expect.poll(async () => readReindexState(dataDir), { interval: 5, timeout: 5000 }).toMatchObject({ state });
  };
  try {
    await writeReindexState(dataDir, { state: 'requested' });
    await seen('running');
    expect(await readReindexState(dataDir)).toEqual({ state: 'running', done: 1, total: 3 });
    runs[0]?.resolve({ done: 3, total: 3 });
    await seen('finished');
    await writeReindexState(dataDir, { state: 'requested' });
    await seen('running');
    runs[1]?.reject(new Error('the disk is full'));
    await seen('failed');
    expect(runs).toHaveLength(2);
  } finally {
    stop();
    await rm(dataDir, { recursive: true });
  }
});
