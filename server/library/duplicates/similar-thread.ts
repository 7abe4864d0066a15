import path from 'node:path';
import { createThreadCalls } from '#server/machinery/threads/thread-calls.ts';
import type { SimilarEngine } from './similar-engine.ts';
import { similarFileName } from './similar-file.ts';

export type SimilarCall = { id: number; name: keyof SimilarEngine; given: readonly unknown[] };

/** The engine in a separate thread: comparing long texts takes a while. It starts with the first text. */
export type SimilarThread = {
  [Name in keyof SimilarEngine]: (
    ...given: Parameters<SimilarEngine[Name]>
  ) => Promise<ReturnType<SimilarEngine[Name]>>;
} & { close(): Promise<void> };

/** Results before the first text was compared. */
const emptyAnswers: Partial<{ [Name in keyof SimilarEngine]: ReturnType<SimilarEngine[Name]> }> = {
  listDigests: [],
  versionsOf: [],
  pairs: [],
  pairsOf: [],
  versionOf: null,
  forget: undefined,
};

/** Opens the thread. `directory` is the folder of `similar.sqlite`. The thread starts again after a crash. */
export function openSimilarThread(directory: string): SimilarThread {
  const calls = createThreadCalls({
    program: new URL('./similar-worker.ts', import.meta.url),
    subject: 'similar texts',
    options: { workerData: { directory: path.resolve(directory) } },
    withoutFile: { file: path.resolve(directory, similarFileName), answers: emptyAnswers },
  });

  function remote<Name extends keyof SimilarEngine>(name: Name): SimilarThread[Name] {
    const call = (...given: readonly unknown[]) => calls.send(name, given);
    // The thread responds to each name with the result of the engine's function of that name.
    return call as SimilarThread[Name];
  }

  return {
    listDigests: remote('listDigests'),
    versionsOf: remote('versionsOf'),
    note: remote('note'),
    finish: remote('finish'),
    compare: remote('compare'),
    pairs: remote('pairs'),
    versionOf: remote('versionOf'),
    pairsOf: remote('pairsOf'),
    forget: remote('forget'),
    close: calls.close,
  };
}
