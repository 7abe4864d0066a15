import path from 'node:path';
import { createThreadCalls, remoteOf, type Remote } from '#server/machinery/threads/thread-calls.ts';
import type { SimilarEngine } from './similar-engine.ts';
import { similarFileName } from './similar-file.ts';

/**
 * The engine in a separate thread, because comparing long texts takes a while. The thread starts with the first text.
 */
export type SimilarThread = Remote<SimilarEngine> & { close(): Promise<void> };

type Starting = 'note' | 'finish' | 'compare';

/** Results before the first text was compared. */
const emptyAnswers: { [Name in Exclude<keyof SimilarEngine, Starting>]: ReturnType<SimilarEngine[Name]> } = {
  listDigests: [],
  versionsOf: [],
  pairs: [],
  pairsOf: [],
  versionOf: null,
  forget: undefined,
};
const names = [...(Object.keys(emptyAnswers) as (keyof SimilarEngine)[]), 'note', 'finish', 'compare'] as const;

/** Opens the thread. `directory` is the folder of `similar.sqlite`. The thread starts again after a crash. */
export function openSimilarThread(directory: string): SimilarThread {
  const calls = createThreadCalls({
    program: new URL('./similar-worker.ts', import.meta.url),
    subject: 'similar texts',
    options: { workerData: { directory: path.resolve(directory) } },
    withoutFile: { file: path.resolve(directory, similarFileName), answers: emptyAnswers },
  });
  return { ...remoteOf<SimilarEngine>(calls, names), close: calls.close };
}
