import { savesData } from './saves-data.ts';

/**
 * Runs optional work once the page has loaded and the browser is idle; never when the browser asks to save data. Returns a
 * function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if (savesData()) return () => {};
  return whenLoaded(work);
}

/** The same for work that even those who save data need. */
export function whenLoaded(work: () => void): () => void {
  let isOver = false;
  const wait = () => (window.requestIdleCallback ?? setTimeout)(() => isOver || work());
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    isOver = true;
    removeEventListener('load', wait);
  };
}
