import { openBrowser } from '#test/support/browser.ts';
import { api, pages } from '#contract/addresses.ts';
import { ids } from '#test/support/library.ts';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';
import { onSlowLine } from './slow-line.ts';

/**
 * Measures the first page of a 300-page document on a slow connection: time and bytes until it is painted, compared
 * with fetching the whole document on the same connection (as a reader without ranges must).
 */
export async function measureFirstPage(library: BenchLibrary): Promise<string[]> {
  await using browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  // The product's own scripts are cached already, as on a second visit.
  await page.goto(`${library.url}${pages.material(library.readBefore)}?open=${library.readBefore}`);
  await page.getByText('Page 1 of the book that was read before').filter({ visible: true }).first().waitFor();
  const lines: string[] = [];
  for (const book of library.books) {
    await page.goto(`${library.url}${pages.material(book.materialId)}`, { waitUntil: 'networkidle' });
    const seen = await onSlowLine(page, async (count) => {
      const began = performance.now();
      await page.getByRole('link', { name: /^Read/ }).first().click();
      // The text of the first pages on the material's own page has the same words, in a folded part.
      await page.getByText(book.words).filter({ visible: true }).first().waitFor();
      return { ms: performance.now() - began, bytes: count() };
    });
    const whole = await onSlowLine(page, async (count) => {
      const began = performance.now();
      await page.evaluate(
        async (url) => (await fetch(url, { cache: 'no-store' })).arrayBuffer(),
        api.fileView(ids, book.id),
      );
      return { ms: performance.now() - began, bytes: count() };
    });
    lines.push(
      `the first page of a 300-page PDF of ${book.bytes} bytes on 1.6 Mbit/s and 150 ms, ${book.tree}`,
      `  ours, page 1 painted      ${seen.ms.toFixed(0).padStart(6)} ms  ${String(seen.bytes).padStart(8)} bytes`,
      `  fetching the whole file   ${whole.ms.toFixed(0).padStart(6)} ms  ${String(whole.bytes).padStart(8)} bytes`,
      `  time ${ratio(seen.ms, whole.ms)}, bytes ${ratio(seen.bytes, whole.bytes)}`,
    );
  }
  return lines;
}
