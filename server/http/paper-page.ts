import { encodingOfHtml, prescanBytes } from '#domain/html-text.ts';
import type { ByteSource } from './byte-source.ts';
import type { SentFile } from './send-file.ts';

/**
 * What an HTML paper may do when it is opened at its own address: be read. No scripts, no origin, no network, no forms,
 * no frames (decision 16). A sandbox without `allow-scripts` also ignores `<meta http-equiv="refresh">`.
 */
const pagePolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The request headers that decide whether an HTML file is answered as a page. */
export const pageVary = 'Sec-Fetch-Mode, Sec-Fetch-Dest';

/**
 * Whether a browser is about to show the answer in a tab. Browsers alone write these headers, no script can, and every
 * browser that sends them enforces the sandbox above.
 */
export function isOpenedInTab(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** The same file as a page to read. It has a tag of its own: caches must not take it for the plain text. */
export async function asPage(file: SentFile): Promise<SentFile> {
  const encoding = encodingOfHtml(await readBeginning(file));
  return {
    ...file,
    mediaType: `text/html; charset=${encoding}`,
    etag: `${file.etag}-page`,
    headers: { ...file.headers, 'Content-Security-Policy': pagePolicy, 'Referrer-Policy': 'no-referrer' },
  };
}

async function readBeginning({ source, sizeBytes }: { source: ByteSource; sizeBytes: number }): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  // Copied, because a piece is valid only until it is taken.
  await source({ start: 0, end: Math.min(prescanBytes, sizeBytes) - 1 }, async (piece) => void pieces.push(piece.slice()));
  return Buffer.concat(pieces);
}
