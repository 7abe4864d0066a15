import { parentPort, workerData } from 'node:worker_threads';
import type { SearchQuery } from '#domain/search/search-query.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openReadLane } from '#server/engines/database/postgres/read-lane.ts';
import { toFailure } from '#server/machinery/threads/thread-failure.ts';
import type { SearchAnswer, SearchCall, SearchThreadSetup } from '#server/engines/search-index/search-pool.ts';
import { lowerThreadPriority } from '#server/machinery/threads/lower-thread-priority.ts';
import type { ThreadMessage } from '#server/machinery/threads/thread-pool.ts';
import { makeExcerpts } from '#server/engines/search-index/find-pages.ts';
import type { IndexRequest } from '#server/engines/search-index/search-index.ts';
import { createIndexSearcher } from './index-reads.ts';

type Setup = SearchThreadSetup & { address: PostgresAddress; deadlineMs: number };

type Call = SearchCall & { id: number };

/**
 * Runs a search thread: one search after another, each a transaction on its own connection. If a search is aborted, the
 * server ends its statement.
 */
function serveSearches({ address, deadlineMs, abortedId, niceness }: Setup): void {
  lowerThreadPriority(niceness);
  const aborted = new Int32Array(abortedId);
  let running = 0;
  let abortStatement: (() => void) | null = null;
  const isAborted = () => Atomics.load(aborted, 0) === running;
  const check = () => {
    if (isAborted()) throw new Error('aborted');
  };
  const lane = openReadLane({
    address,
    limits: { workers: 1, maxWaiting: 1, deadlineMs },
    // The thread pool enforces the deadline of the whole search.
    setDeadline: (abort) => {
      abortStatement = abort;
      return () => (abortStatement = null);
    },
    isGuarded: true,
    onLost: () => undefined,
  });
  const search = createIndexSearcher(lane, check);

  async function followAborts(): Promise<never> {
    for (let seen = 0; ; seen = Atomics.load(aborted, 0)) {
      await Atomics.waitAsync(aborted, 0, seen).value;
      if (isAborted()) abortStatement?.();
    }
  }

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

  void followAborts();
  parentPort?.on('message', (call: Call) => {
    void answer(call).then((made) => parentPort?.postMessage(made));
  });
  parentPort?.postMessage({ isReady: true } satisfies ThreadMessage<SearchAnswer>);
}

serveSearches(workerData as Setup);
