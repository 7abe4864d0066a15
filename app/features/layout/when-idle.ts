/**
 * Runs the work once the page is there and the browser has nothing better to do; not for those who save data. For what
 * the page is as good without. The answer calls it off.
 */
export function whenIdle(work: () => void): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => {};
  let isOver = false;
  const wait = () => (window.requestIdleCallback ?? setTimeout)(() => isOver || work());
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    isOver = true;
    removeEventListener('load', wait);
  };
}
