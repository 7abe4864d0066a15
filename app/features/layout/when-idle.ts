type Connection = { saveData?: boolean; effectiveType?: string };

const connection = () => (navigator as { connection?: Connection }).connection;

/** True if the browser requests to save data: then nothing is loaded before it is needed. */
export function savesData(): boolean {
  return connection()?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/**
 * Runs optional work once the page has loaded and the browser is idle, or five seconds after it has loaded. Never when the
 * browser requests to save data. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if (savesData()) return () => {};
  return whenLoaded(work);
}

/** Longest wait for a device that is never idle. */
const maxWaitMs = 5000;

/** Does the same as `whenIdle` for work that even users who save data need. */
export function whenLoaded(work: () => void): () => void {
  let isOver = false;
  const run = () => void (isOver || work());
  const wait = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: maxWaitMs });
    else setTimeout(run);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    isOver = true;
    removeEventListener('load', wait);
  };
}
