import { AsyncLocalStorage } from 'node:async_hooks';

/** The kind of caller of a database read. Each kind has its own lane (read-pool.ts) and never waits for another. */
export type Caller = 'visitor' | 'page' | 'administrator';

const callers = new AsyncLocalStorage<{ caller: Caller; from: string }>();

/**
 * Runs `work` with all its reads made for this caller. `from` is the network of its client (client-address.ts), if
 * known.
 */
export function readAs<Result>(caller: Caller, work: () => Result, from = ''): Result {
  return callers.run({ caller, from }, work);
}

/** The caller of the current code. Work that the server starts automatically counts as the administrator's. */
export function currentCaller(): Caller {
  return callers.getStore()?.caller ?? 'administrator';
}

/** The network of the client whose request is served; empty for all others together. */
export function currentClient(): string {
  return callers.getStore()?.from ?? '';
}
