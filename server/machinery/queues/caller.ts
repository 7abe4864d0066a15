import { AsyncLocalStorage } from 'node:async_hooks';

/** The kind of caller of a database read. Each kind has its own lane (read-pool.ts) and never waits for the others. */
export type Caller = 'visitor' | 'page' | 'administrator';

const callers = new AsyncLocalStorage<{ caller: Caller; from: string }>();

/**
 * Runs `work` with this caller for all its reads. `from` is the network of the client (client-address.ts), if known.
 */
export function readAs<Result>(caller: Caller, work: () => Result, from = ''): Result {
  return callers.run({ caller, from }, work);
}

/** Returns the caller of the current code. Work that the server starts automatically counts as the administrator's. */
export function currentCaller(): Caller {
  return callers.getStore()?.caller ?? 'administrator';
}

/** Returns the network of the client whose request is being processed; empty for all other work. */
export function currentClient(): string {
  return callers.getStore()?.from ?? '';
}
