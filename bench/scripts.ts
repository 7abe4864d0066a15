import { brotliDecompressSync } from 'node:zlib';
import { openBrowser } from '#test/support/browser.ts';
import { pages } from '#contract/addresses.ts';
import type { BenchLibrary } from './library.ts';
import { ratio } from './load.ts';

/** The promise: script and style of a first visit, in bytes after brotli. */
const promised = 150 * 1024;

/**
 * The scripts and styles that a first visit to public pages loads, compared with the promise and with their
 * uncompressed size.
 */
export async function measureScripts(library: BenchLibrary): Promise<string[]> {
  await using browser = await openBrowser();
  const lines = ['scripts and styles of a first visit, bytes on the wire (brotli) and plain'];
  for (const [name, address] of Object.entries({
    home: pages.home(),
    subject: pages.papers('csit', '1', 'c-programming'),
    library: pages.books(),
    search: `${pages.search()}?q=algorithm`,
  })) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) asked.add(request.url());
    });
    await page.goto(library.url + address, { waitUntil: 'networkidle' });
    await context.close();
    let wire = 0;
    let plain = 0;
    for (const url of asked) {
      const bytes = await fetchRaw(url);
      wire += bytes.wire;
      plain += bytes.plain;
    }
    lines.push(
      `  ${name.padEnd(8)} ${wire} of ${promised} promised (${ratio(wire, promised)}), ${plain} plain, ${asked.size} files`,
    );
  }
  return lines;
}

async function fetchRaw(url: string): Promise<{ wire: number; plain: number }> {
  const { request } = await import('node:http');
  const chunks = await new Promise<{ body: Buffer; encoding: string | undefined }>((resolve, reject) => {
    request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ body: Buffer.concat(parts), encoding: response.headers['content-encoding'] }));
    })
      .on('error', reject)
      .end();
  });
  const plain = chunks.encoding === 'br' ? brotliDecompressSync(chunks.body).length : chunks.body.length;
  return { wire: chunks.body.length, plain };
}
