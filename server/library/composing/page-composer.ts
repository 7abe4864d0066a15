import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { Storage } from '#server/engines/storage/storage.ts';
import type { Failed } from '#server/machinery/processes/serve-jobs.ts';
import {
  createWorkerProcess,
  limitTime,
  type WorkerLimits,
  type WorkerProcess,
} from '#server/machinery/processes/worker-process.ts';
import type { ComposingJob, ComposingOutcome } from './composing-job.ts';

/** Two thousand pages take seconds. The bytes of the sources and of the new PDF are in the memory of the process. */
export const composingLimits: WorkerLimits = {
  ...limitTime(60_000),
  maxResidentBytes: 1400 * 1024 * 1024,
  idleMs: 30_000,
};

export type SourceFile = { id: string; sizeBytes: number; sha256: string };

/** Why no PDF was composed. `source` is the position of the source that caused it. */
export type NotComposed = Exclude<ComposingOutcome, { state: 'composed' }> | Failed | { state: 'missing' };

/** Composes PDFs, one at a time, in a process that can read only the sources. */
export type PageComposer = {
  /**
   * Composes a PDF and passes the path of its bytes to `take`; the path is valid until the promise of `take` settles.
   * Rejects with the errors of `take`.
   */
  compose(
    sources: readonly SourceFile[],
    composition: Pick<ComposingJob, 'pages' | 'mark' | 'origins' | 'maxBytes'>,
    take: (path: string) => Promise<void>,
  ): Promise<NotComposed | null>;
  close(): Promise<void>;
};

/** `scratch` is a folder for the process; its content may be deleted while no server runs. */
export function createPageComposer({
  storage,
  scratch,
  log,
  limits = composingLimits,
}: {
  storage: Pick<Storage, 'withLocalFile' | 'read'>;
  scratch: string;
  log: Logger;
  limits?: WorkerLimits;
}): PageComposer {
  const worker: WorkerProcess<ComposingJob, ComposingOutcome> = createWorkerProcess({
    program: new URL('./composing-worker.ts', import.meta.url),
    scratch: path.join(scratch, 'work'),
    log,
    limits,
  });

  /** Passes a file with all sources, one after the other, to `work`. Returns null if one of them is missing. */
  async function withSources<Result>(
    sources: readonly SourceFile[],
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null> {
    const [first] = sources;
    if (first && sources.length === 1) return storage.withLocalFile(first.id, work);
    const joined = path.join(scratch, randomUUID());
    await mkdir(scratch, { recursive: true });
    try {
      for (const { id } of sources) {
        const bytes = await storage.read(id);
        if (!bytes) return null;
        await pipeline(bytes, createWriteStream(joined, { flags: 'a' }));
      }
      return await work(joined);
    } finally {
      await rm(joined, { force: true });
    }
  }

  return {
    async compose(sources, composition, take) {
      let offset = 0;
      const listed = sources.map(({ sizeBytes: size, sha256 }) => {
        const source = { offset, size, sha256 };
        offset += size;
        return source;
      });
      const job: ComposingJob = { kind: 'compose', sources: listed, ...composition };
      const run = (input: string) =>
        worker.run(job, input, async (outcome, output) => {
          if (outcome.state !== 'composed') return outcome;
          await take(output);
          return null;
        });
      const outcome = await withSources(sources, async (input) => ({ result: await run(input) }));
      return outcome ? outcome.result : { state: 'missing' };
    },

    close: () => worker.close(),
  };
}
