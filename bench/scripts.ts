import { openBrowser } from '#test/support/browser.ts';
import { firstPages, maxFirstVisitBytes, weighFirstVisit } from '#test/support/first-visit.ts';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';

/**
 * Measures the scripts and styles that a first visit to public pages loads, compared with the promise and with their
 * uncompressed size.
 */
export async function measureScripts(library: BenchLibrary): Promise<string[]> {
  await using browser = await openBrowser();
  const lines = ['scripts and styles of a first visit, bytes on the wire (brotli) and plain'];
  for (const [name, address] of Object.entries(firstPages)) {
    const { wire, plain, files } = await weighFirstVisit(browser, library.url + address);
    lines.push(
      `  ${name.padEnd(8)} ${wire} of ${maxFirstVisitBytes} promised (${ratio(wire, maxFirstVisitBytes)}), ${plain} plain, ${files} files`,
    );
  }
  return lines;
}
