import './print-instead.css';

let clear = () => {};

/** Removes the elements added to the page for printing and frees their memory. May be called at any time. */
export function clearPrinted(): void {
  clear();
}

/**
 * Prints an element instead of the web page: adds it to the document, hidden on screen, waits until its pictures have
 * loaded, opens the browser's print dialog, and removes it afterwards. Calls `release` when it is removed.
 */
export async function printInstead(element: HTMLElement, release: () => void = () => {}): Promise<void> {
  clear();
  const root = document.documentElement;
  const container = document.createElement('div');
  container.className = 'printed-instead';
  container.setAttribute('aria-hidden', 'true');
  container.append(element);
  const stop = new AbortController();
  clear = () => {
    clear = () => {};
    stop.abort();
    container.remove();
    root.classList.remove('prints-instead');
    release();
  };
  document.body.append(container);
  root.classList.add('prints-instead');
  const pictures = [...container.querySelectorAll('img')];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  if (stop.signal.aborted) return;
  window.addEventListener('afterprint', () => clear(), { signal: stop.signal });
  window.print();
}
