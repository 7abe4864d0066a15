import { releasePrinted, type PrintedPage } from './printed-pages.ts';
import './print-pages.css';

let clear = () => {};

/** Removes the elements added to the page for printing and frees their memory. May be called at any time. */
export function clearPrinted(): void {
  clear();
}

/**
 * Prints pages, instead of the web page, each on a sheet of its own size. Adds pictures of the pages to the document,
 * hidden on screen, waits until they have loaded, opens the browser's print dialog, and removes them afterwards.
 */
export async function printPages(printed: readonly PrintedPage[]): Promise<void> {
  clear();
  const root = document.documentElement;
  const container = document.createElement('div');
  container.className = 'printed-pages';
  container.setAttribute('aria-hidden', 'true');
  const sizes = [...new Set(printed.map(sizeName))];
  const style = document.createElement('style');
  style.textContent = sizes.map((name) => `@page ${name} { margin: 0; size: ${sizeOf(name)} }`).join('\n');
  container.append(style, ...printed.map(createSheet));
  const stop = new AbortController();
  clear = () => {
    clear = () => {};
    stop.abort();
    container.remove();
    root.classList.remove('prints-pages');
    releasePrinted(printed);
  };
  document.body.append(container);
  root.classList.add('prints-pages');
  const pictures = [...container.querySelectorAll('img')];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  if (stop.signal.aborted) return;
  window.addEventListener('afterprint', () => clear(), { signal: stop.signal });
  window.print();
}

function createSheet(page: PrintedPage): HTMLElement {
  const sheet = document.createElement('div');
  sheet.className = 'printed-page';
  // Named pages allow landscape sheets among upright ones.
  sheet.style.setProperty('page', sizeName(page));
  sheet.style.width = `${page.width}pt`;
  // Slightly less than the sheet: rounded up, it would overflow to an empty sheet.
  sheet.style.height = `${page.height - 1}pt`;
  if (page.address) {
    const picture = document.createElement('img');
    picture.src = page.address;
    picture.alt = '';
    sheet.append(picture);
  } else sheet.append(`Page ${page.number} cannot be shown.`);
  return sheet;
}

/** Returns the CSS name of a page size, rounded to whole points, so that nearly equal sizes share one name. */
function sizeName({ width, height }: PrintedPage): string {
  return `sheet-${Math.round(width)}-${Math.round(height)}`;
}

function sizeOf(name: string): string {
  const [, width, height] = name.split('-');
  return `${width}pt ${height}pt`;
}
