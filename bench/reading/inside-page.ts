/**
 * Functions that control our reader from inside its page. Each is sent there as text, so it can use only its arguments
 * and the page.
 */

/**
 * Milliseconds from opening until page 1 was painted; `pictureMs` until a placeholder picture of it was shown, if there
 * was one.
 */
export type Opening = { paintedMs: number; pictureMs: number | null };

/** Clicks the Read link of the list and waits until page 1 is painted. */
export function openByLink(title: string): Promise<Opening> {
  const link = document.querySelector<HTMLElement>(`a[aria-label=${JSON.stringify(`Read ${title}`)}]`);
  if (!link) throw new Error(`there is no link to read ${title}`);
  return new Promise((resolve) => {
    const began = performance.now();
    let pictureMs: number | null = null;
    const look = () => {
      const picture = document.querySelector<HTMLImageElement>('dialog img');
      if (pictureMs === null && picture?.complete && picture.naturalWidth > 0) {
        pictureMs = performance.now() - began;
      }
      if (!document.querySelector('[data-page-number="1"][data-state="painted"]')) return;
      observer.disconnect();
      document.removeEventListener('load', look, true);
      resolve({ paintedMs: performance.now() - began, pictureMs });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
    // A picture that has just come does not change the document.
    document.addEventListener('load', look, true);
    link.click();
  });
}

/** Goes back from the reader to the list it was opened over; resolves once the dialog is gone. */
export function goBackToList(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('dialog')) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true });
    history.back();
  });
}

/** Types the number of a page into the page box, like a person. */
export function fillPageBox(number: string): void {
  const labels = [...document.querySelectorAll('label')];
  const box = labels.find((label) => label.textContent.trim() === 'Go to page')?.control;
  if (!(box instanceof HTMLInputElement)) throw new Error('there is no box for the number of a page');
  box.focus();
  box.select();
  // Unlike setting the value, this fires the events of typing.
  document.execCommand('insertText', false, number);
}

/** Submits the page number; returns the milliseconds until that page was painted. */
export function submitPageBox(number: number): Promise<number> {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement)) throw new Error('no number was typed');
  return new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (!document.querySelector(`[data-page-number="${number}"][data-state="painted"]`)) return;
      observer.disconnect();
      resolve(performance.now() - began);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-state'] });
    box.form?.requestSubmit();
  });
}

/** Scrolls from page to page, at least `restMs` on each, until every one of them has been painted. */
export async function scrollStrip(title: string, from: number, to: number, restMs: number): Promise<void> {
  const strip = document.querySelector(`[aria-label=${JSON.stringify(`Pages of ${title}`)}]`);
  if (!strip) throw new Error(`${title} is not open`);
  const whenThere = (selector: string) =>
    new Promise<Element>((resolve) => {
      const look = () => {
        const found = strip.querySelector(selector);
        if (!found) return;
        observer.disconnect();
        resolve(found);
      };
      const observer = new MutationObserver(look);
      observer.observe(strip, { subtree: true, childList: true, attributeFilter: ['data-state'] });
      look();
    });
  for (let number = from; number <= to; number += 1) {
    const section = await whenThere(`[data-page-number="${number}"]`);
    strip.scrollTop += section.getBoundingClientRect().top - strip.getBoundingClientRect().top - 8;
    await Promise.all([
      whenThere(`[data-page-number="${number}"][data-state="painted"]`),
      new Promise((resolve) => setTimeout(resolve, restMs)),
    ]);
  }
}

/** Resolves once nothing has come over the network for half a second. */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const rest = () =>
      setTimeout(() => {
        observer.disconnect();
        resolve();
      }, 500);
    let resting = rest();
    const observer = new PerformanceObserver(() => {
      clearTimeout(resting);
      resting = rest();
    });
    observer.observe({ type: 'resource' });
  });
}
