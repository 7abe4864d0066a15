import { releasePrinted, type PrintedPage } from './printed-pages.ts';
import './print-pages.css';

let clear = () => {};

/** Takes away what was put into the page for printing and gives its memory back. Safe at any time. */
export function clearPrinted(): void {
  clear();
}

/**
 * Prints pages, each on a sheet of its own size, in place of the web page. Puts their pictures into the page, unseen on
 * the screen, waits until they are there, opens the browser's print dialog and clears away after it.
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
  // Named pages let a sheet lie on its side among upright ones.
  sheet.style.setProperty('page', sizeName(page));
  sheet.style.width = `${page.width}pt`;
  // A hair less than the sheet: rounded up, it would spill an empty one.
  sheet.style.height = `${page.height - 1}pt`;
  if (page.address) {
    const picture = document.createElement('img');
    picture.src = page.address;
    picture.alt = '';
    sheet.append(picture);
  } else sheet.append(`Page ${page.number} cannot be shown.`);
  return sheet;
}

/** Names by whole points: sizes that differ by less are one. */
function sizeName({ width, height }: PrintedPage): string {
  return `sheet-${Math.round(width)}-${Math.round(height)}`;
}

function sizeOf(name: string): string {
  const [, width, height] = name.split('-');
  return `${width}pt ${height}pt`;
}
