import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the database is read: each kind of caller has its own lane (read-pool.ts) and never waits for another. */
export type Caller = 'visitor' | 'page' | 'administrator';

const callers = new AsyncLocalStorage<{ caller: Caller; from: string }>();

/** Runs `work`; all its reads are made for this caller. `from` is the site of its client (client-address.ts), if it is known. */
export function readAs<Result>(caller: Caller, work: () => Result, from = ''): Result {
  return callers.run({ caller, from }, work);
}

/** The caller of the current code; what the server does by itself counts as the administrator's. */
export function currentCaller(): Caller {
  return callers.getStore()?.caller ?? 'administrator';
}

/** The site for whose client is read; '' for all others together. */
export function currentClient(): string {
  return callers.getStore()?.from ?? '';
}
