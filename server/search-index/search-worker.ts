import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { makeExcerpt } from '#domain/search-excerpt.ts';
import type { SearchQuery } from '#domain/search-query.ts';
import { openReader } from '#server/database/sqlite-connection.ts';
import { toFailure } from '#server/database/thread-failure.ts';
import { createSearcher } from './find-pages.ts';
import type { IndexAnswer, IndexCall, IndexThreadSetup } from './index-messages.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type { IndexRequest } from './search-index.ts';

/** A thread that searches: runs one search after another on its own connections. */
function serveSearches({ file, libraryFile, abortedId, niceness }: IndexThreadSetup): void {
  lowerThreadPriority(niceness);
  const aborted = new Int32Array(abortedId);
  let running = 0;
  const check = () => {
    if (Atomics.load(aborted, 0) === running) throw new Error('aborted');
  };
  const library: DatabaseSync = openReader(libraryFile);
  const search = createSearcher(openReader(file), library, check);

  function answer({ id, name, given }: IndexCall): IndexAnswer {
    running = id;
    try {
      if (name === 'find') return { id, result: search(given[0] as IndexRequest) };
      const [texts, query] = given as [readonly string[], SearchQuery];
      const made = texts.map((text) => {
        check();
        return makeExcerpt(text, query);
      });
      return { id, result: made };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  }

  parentPort?.on('message', (call: IndexCall) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(answer(call));
  });
}

serveSearches(workerData as IndexThreadSetup);
