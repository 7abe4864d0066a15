import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { isRunning } from '#test/support/running-programs.ts';
import { photographLimits } from '#server/library/photographs/photograph-limits.ts';
import { readingLimits } from '#server/library/reading-copies/reading-service.ts';
import { sharePictureLimits } from '#server/library/share-pictures/share-picture-service.ts';
import { ocrLimits } from '#server/library/text-extraction/ocr/system-tesseract.ts';
import { textWorkerLimits } from '#server/library/text-extraction/text-limits.ts';
import { pictureLimits } from '#server/library/pictures/picture-capacity.ts';
import { createWorkerProcess, type WorkerLimits } from './worker-process.ts';

const log = pino({ level: 'silent' });

/** Opens a process that writes its own id to its output, or works without end. */
async function openWorker(limits: Partial<WorkerLimits> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-worker-'));
  const [program, input, scratch] = ['id.mjs', 'stored', 'scratch'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(
    program,
    `import fs from 'node:fs';
     import { serveJobs } from '${new URL('./serve-jobs.ts', import.meta.url).href}';
     serveJobs(async ({ kind, output }) => {
       while (kind === 'endless');
       globalThis.kept = Buffer.alloc(60 * 1024 * 1024, 1);
       fs.writeFileSync(output, String(process.pid));
       return { state: 'done', pid: process.pid };
     });`,
  );
  await writeFile(input, 'its one file');
  const worker = createWorkerProcess<{ kind: string }, { state: 'done'; pid: number }>({
    program: pathToFileURL(program),
    scratch,
    log,
    limits: { ...pictureLimits, ...limits },
  });
  return {
    worker,
    input,
    scratch,
    async [Symbol.asyncDispose]() {
      await worker.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test.each([
  ['has ended because it was idle', { idleMs: 0 }, () => undefined],
  // More than the share of it at which a process takes no other job, less than all of it.
  ['has ended because it used much memory', { maxResidentBytes: 200 * 1024 * 1024 }, () => undefined],
  ['was killed', {}, (pid: number) => void process.kill(pid, 'SIGKILL')],
])('the output of a job stays as long as it is used, also if its process %s', async (_, limits, end) => {
  await using opened = await openWorker(limits);
  const { worker, input, scratch } = opened;
  const written = await worker.run({ kind: 'id' }, input, async (outcome, output) => {
    if (outcome.state !== 'done') throw new Error(outcome.reason);
    end(outcome.pid);
    await vi.waitUntil(() => !isRunning(outcome.pid), { timeout: 30_000 });
    // The next process has a separate folder, and its end does not delete this one.
    return [String(outcome.pid), await readFile(output, 'utf8')];
  });
  expect(written[1]).toBe(written[0]);
  // Only then is it deleted.
  await vi.waitUntil(async () => (await readdir(scratch)).length === 0, { timeout: 30_000 });
});

test('a job that works without end is ended by its processor time, and the next job gets a new process', async () => {
  await using opened = await openWorker({ jobMs: 10 * 60_000, cpuMs: 300 });
  const { worker, input } = opened;
  expect(await worker.run({ kind: 'endless' }, input, async (outcome) => outcome)).toEqual({
    state: 'failed',
    cause: 'time',
    reason: 'more than 300 ms of the processor',
  });
  // Each job has this time, independent of earlier jobs.
  for (let job = 0; job < 3; job += 1)
    expect(await worker.run({ kind: 'id' }, input, async (outcome) => outcome.state)).toBe('done');
});

test.each(
  Object.entries({ pictureLimits, sharePictureLimits, readingLimits, photographLimits, textWorkerLimits, ocrLimits }),
)('a machine that is 20 times slower finishes a job of all the processor time in %s', (_, { cpuMs = 0, jobMs }) => {
  expect(cpuMs).toBeGreaterThan(0);
  expect(jobMs).toBeGreaterThanOrEqual(cpuMs * 20);
});
