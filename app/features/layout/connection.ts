import { useSyncExternalStore } from 'react';

/**
 * Whether there is a connection to the server, as far as this page knows. A request made without one does not fail: it
 * waits and is sent again when there is a connection.
 */

/**
 * What a failure means: there was no answer; the server responds, but another attempt makes sense; or the request
 * itself is wrong and is not repeated.
 */
export type Failure = 'no answer' | 'try again' | 'final';

/** 1 s, doubling up to 30 s; about ten minutes in total, after which the request fails. */
const lastAttempt = 24;
const waitMs = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000);

let isLost = false;
const watchers = new Set<() => void>();
const waiting = new Set<() => void>();

if (!import.meta.env.SSR) {
  addEventListener('offline', () => tellLine(false));
  addEventListener('online', () => {
    tellLine(true);
    tryLineAgain();
  });
}

function tellLine(isThere: boolean): void {
  if (isLost === !isThere) return;
  isLost = !isThere;
  for (const watcher of watchers) watcher();
}

/** Sends all waiting requests again at once. */
export function tryLineAgain(): void {
  for (const goOn of waiting) goOn();
}

/** True while the last request got no answer; false on the server. */
export function useIsLineLost(): boolean {
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
 * Sends a request until there is an answer: again when the browser is online, when the person asks for it, and after
 * growing delays. Rejects with a failure that `judge` calls final, or after ten minutes without an answer.
 */
export async function askUntilAnswered<Answer>(
  ask: () => Promise<Answer>,
  judge: (error: unknown) => Failure | Promise<Failure>,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await ask();
      tellLine(true);
      return answer;
    } catch (error) {
      const failure = await judge(error);
      tellLine(failure !== 'no answer');
      if (failure === 'final' || attempt === lastAttempt) throw error;
      await nextTry(waitMs(attempt));
    }
  }
}

function nextTry(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, ms);
    waiting.add(goOn);
  });
}
