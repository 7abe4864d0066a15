import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from '#domain/search-query.ts';
import { openReader } from '#server/database/sqlite-connection.ts';
import { toFailure } from '#server/database/thread-failure.ts';
import { createSearcher } from '#server/search-index/find-pages.ts';
import type { IndexAnswer, IndexCall, SearchMessage } from '#server/search-index/index-messages.ts';
import { lowerThreadPriority } from '#server/machinery/lower-thread-priority.ts';
import { makeExcerpts } from '#server/search-index/make-excerpts.ts';
import type { IndexRequest } from '#server/search-index/search-index.ts';
import { openIndexReads } from './index-reads.ts';
import type { IndexThreadSetup } from './thread-setup.ts';

/** A thread that searches: runs one search after another on its own connections. */
function serveSearches({ file, libraryFile, abortedId, niceness }: IndexThreadSetup): void {
  lowerThreadPriority(niceness);
  const aborted = new Int32Array(abortedId);
  let running = 0;
  const check = () => {
    if (Atomics.load(aborted, 0) === running) throw new Error('aborted');
  };
  const search = createSearcher(openIndexReads(openReader(file), openReader(libraryFile), check));

  async function answer({ id, name, given }: IndexCall): Promise<IndexAnswer> {
    running = id;
    try {
      if (name === 'find') return { id, result: await search(given[0] as IndexRequest) };
      const [texts, query] = given as [readonly string[], SearchQuery];
      return { id, result: makeExcerpts(texts, query, check) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  }

  parentPort?.on('message', (call: IndexCall) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void answer(call).then((made) => parentPort?.postMessage(made));
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ isReady: true } satisfies SearchMessage);
}

serveSearches(workerData as IndexThreadSetup);
