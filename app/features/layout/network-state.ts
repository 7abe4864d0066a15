import { useSyncExternalStore } from 'react';

/**
 * Tracks if the server is reachable, as far as this page knows. A request made without a connection does not fail: it
 * waits, and is sent when there is a connection.
 */

/**
 * Meaning of a failure: there was no response; the server responds, but a retry makes sense; or the request itself is wrong and
 * is not repeated.
 */
export type Failure = 'no response' | 'try again' | 'final';

/** 1 s, doubling up to 30 s; about ten minutes in total, after which the request fails. */
const maxRetries = 24;
const waitMs = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

let isLost = false;
const watchers = new Set<() => void>();
const waiting = new Set<() => void>();

if (!import.meta.env.SSR) {
  addEventListener('offline', () => reportConnection(false));
  addEventListener('online', () => {
    reportConnection(true);
    retryNow();
  });
}

function reportConnection(isConnected: boolean): void {
  if (isLost === !isConnected) return;
  isLost = !isConnected;
  for (const watcher of watchers) watcher();
}

/** Sends all waiting requests again at once. */
export function retryNow(): void {
  for (const resume of waiting) resume();
}

/** True while the last request got no response; false on the server. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLost,
    () => false,
  );
}

/**
 * Sends a request until there is a response. Retries when the browser is online, when the user presses Try again, and
 * after growing delays. Rejects if `judge` classifies the failure as final, after ten minutes without a response, and
 * if `signal` is aborted.
 */
export async function retryUntilAnswered<Answer>(
  send: () => Promise<Answer>,
  judge: (error: unknown) => Failure | Promise<Failure>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await send();
      reportConnection(true);
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = await judge(error);
      reportConnection(failure !== 'no response');
      if (failure === 'final' || attempt === maxRetries) throw error;
      await waitForRetry(waitMs(attempt), signal);
      signal?.throwIfAborted();
    }
  }
}

function waitForRetry(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      clearTimeout(timer);
      waiting.delete(resume);
      signal?.removeEventListener('abort', resume);
      resolve();
    };
    const timer = setTimeout(resume, ms);
    waiting.add(resume);
    signal?.addEventListener('abort', resume);
  });
}
