import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the database is read: each kind of caller has its own lane (read-pool.ts) and never waits for another. */
export type Caller = 'visitor' | 'page' | 'administrator';

const callers = new AsyncLocalStorage<Caller>();

/** Runs `work`; all its reads are made for this caller. */
export function readAs<Result>(caller: Caller, work: () => Result): Result {
  return callers.run(caller, work);
}

/** The caller of the current code; what the server does by itself counts as the administrator's. */
export function currentCaller(): Caller {
  return callers.getStore() ?? 'administrator';
}
