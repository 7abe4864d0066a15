import { SignInDeclined } from '#app/features/session/library-problem.ts';
import type { SendState } from '#app/features/import/sending/send-queue.ts';

/** Interval of checking if LibreOffice is installed by now. */
export const checkMs = 60_000;

/** The page, and its timers. */
export type Visibility = {
  isVisible: () => boolean;
  /** Calls back when the page becomes visible or hidden; returns how to stop. */
  onChange: (listener: () => void) => () => void;
  /** Calls back after a delay; returns how to cancel it. */
  after: (milliseconds: number, run: () => void) => () => void;
};

export const thisPage: Visibility = {
  isVisible: () => !document.hidden,
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Converts the documents that wait for LibreOffice as soon as it is installed. While there are any and the page is
 * visible, it tries one of them every minute, and when the page becomes visible. Each time it tries another one, since
 * LibreOffice has a part for each kind of document. Once one succeeds, `retry` gets all. Returns how to stop.
 */
export function convertLater({
  queue,
  begin,
  retry,
  page = thisPage,
}: {
  queue: { get: () => Pick<SendState, 'failures'>; subscribe: (listener: () => void) => () => void };
  /** Begins to make the PDF of a row; false if LibreOffice is still missing. */
  begin: (rowId: string) => Promise<boolean>;
  retry: (rowIds: readonly string[]) => void;
  page?: Visibility;
}): () => void {
  let cancel: (() => void) | null = null;
  let isTrying = false;
  let isDeclined = false;
  let tries = 0;
  const waiting = () => [...queue.get().failures].flatMap(([id, { means }]) => (means === 'to-convert' ? [id] : []));

  function stop(): void {
    cancel?.();
    cancel = null;
  }

  function schedule(): void {
    if (!page.isVisible() || isDeclined || waiting().length === 0) return stop();
    if (!isTrying) cancel ??= page.after(checkMs, () => void check());
  }

  async function check(): Promise<void> {
    stop();
    const ids = waiting();
    const id = ids[tries % Math.max(1, ids.length)];
    if (isTrying || id === undefined || !page.isVisible()) return;
    isTrying = true;
    isDeclined = false;
    tries += 1;
    const isInstalled = await begin(id).catch((error: unknown) => {
      // Somebody who declined to sign in is not asked again until the page is shown again.
      isDeclined = error instanceof SignInDeclined;
      return false;
    });
    isTrying = false;
    if (isInstalled) retry(waiting());
    schedule();
  }

  const stopWatching = page.onChange(() => (page.isVisible() ? void check() : stop()));
  const unsubscribe = queue.subscribe(schedule);
  return () => {
    stop();
    stopWatching();
    unsubscribe();
  };
}
