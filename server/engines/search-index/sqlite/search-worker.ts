import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from '#domain/search/search-query.ts';
import { openReader } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import { makeExcerpts } from '#server/engines/search-index/find-pages.ts';
import type { SearchAnswer, SearchCall } from '#server/engines/search-index/search-pool.ts';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import type { ThreadMessage } from '#server/machinery/threads/thread-pool.ts';
import type { IndexRequest } from '#server/engines/search-index/search-index.ts';
import { createIndexSearcher } from './index-reads.ts';
import type { IndexThreadSetup } from './write-thread.ts';

type Call = SearchCall & { id: number };

/** Runs a search thread: one search after another on its own connections. */
function serveSearches({ file, libraryFile, abortedId, niceness }: IndexThreadSetup): void {
  lowerThreadPriority(niceness);
  const aborted = new Int32Array(abortedId);
  let running = 0;
  const check = () => {
    if (Atomics.load(aborted, 0) === running) throw new Error('aborted');
  };
  const search = createIndexSearcher(openReader(file), openReader(libraryFile), check);

  async function answer({ id, name, given }: Call): Promise<ThreadMessage<SearchAnswer>> {
    running = id;
    try {
      if (name === 'find') return { id, result: await search(given[0] as IndexRequest) };
      const [texts, query] = given as [readonly string[], SearchQuery];
      return { id, result: makeExcerpts(texts, query, check) };
    } catch (error) {
      return { id, failure: toFailure(error) };
    }
  }

  parentPort?.on('message', (call: Call) => {
    void answer(call).then((made) => parentPort?.postMessage(made));
  });
  parentPort?.postMessage({ isReady: true } satisfies ThreadMessage<SearchAnswer>);
}

serveSearches(workerData as IndexThreadSetup);
