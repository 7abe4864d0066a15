import { paperPolicy } from '#domain/paper-policy.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import { documentHeaders, noConnections } from '#server/http/responses/security-headers.ts';
import { readBeginning } from '#server/http/files/file-sources.ts';
import type { SentFile } from '#server/http/files/send-file.ts';
import { renameConnectingTags } from './rename-connecting-tags.ts';

/**
 * Policy of an HTML paper at its own address: it may only be shown. No scripts, no origin, no network, no forms, no
 * frames (docs/decisions/0014). A sandbox without `allow-scripts` also ignores `<meta http-equiv="refresh">`.
 */
const pagePolicy = ['sandbox', paperPolicy, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"].join(
  '; ',
);

/** The request headers that decide whether an HTML file is sent as a page, as a page of its text or as plain text. */
export const pageVary = 'Sec-Fetch-Mode, Sec-Fetch-Dest, Accept, User-Agent';

/**
 * True if a browser is about to show the response in a tab. Only browsers write these headers, no script can, and every
 * browser that sends them enforces the sandbox above.
 */
export function isOpenedInTab(headers: Readonly<Record<string, string | undefined>>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Pages without a viewport of their own would be laid out for a desktop and shown tiny on a phone. */
const viewport = Buffer.from('<meta name="viewport" content="width=device-width, initial-scale=1">');

/** Text that may precede the first element of a page; a doctype must stay first, or the browser uses quirks mode. */
const prologue = /^(?:\xef\xbb\xbf)?(?:\s|<!--[\s\S]*?-->|<\?[^>]*>)*(?:<!doctype[^>]*>)?/i;

/** Bytes in which the first element is searched for. */
const prologueBytes = 1024;

/**
 * Returns the same file as a page to read, fitted to the width of the screen, without tags for which a browser connects
 * to other servers. It has a separate `ETag`: caches must not take it for the plain text. A file without bytes is
 * returned unchanged, so that missing bytes result in 404; so is a file in which tags can't be found.
 */
export async function asPage(file: SentFile, encoding: string): Promise<SentFile> {
  const beginning = await readBeginning(file, prologueBytes);
  // ISO-2022-JP may have its escape sequences within the name of a tag.
  if (beginning.length === 0 || encoding === 'iso-2022-jp') return file;
  const at = encoding.startsWith('utf-16') ? null : findPlace(beginning.toString('latin1'), file.sizeBytes);
  const harmless = { ...file, source: renameConnectingTags(file, encoding) };
  return {
    ...(at === null ? harmless : insert(harmless, at, viewport)),
    mediaType: `text/html; charset=${encoding}`,
    // Increase the number when pages are changed differently, so that no cache confirms a page made by an earlier
    // release.
    etag: `${file.etag}-page3`,
    headers: { ...file.headers, ...documentHeaders, ...noConnections, 'Content-Security-Policy': pagePolicy },
  };
}

/**
 * Returns the position where the first element may begin. Null if the prologue is longer than the bytes read: a doctype
 * may still follow.
 */
function findPlace(beginning: string, sizeBytes: number): number | null {
  const at = prologue.exec(beginning)?.[0].length ?? 0;
  const rest = beginning.slice(at);
  const isUnclosed = /^<(?:!--|!doctype|\?)/i.test(rest);
  const isCutOff = beginning.length < sizeBytes && !rest.includes('>');
  return isUnclosed || isCutOff ? null : at;
}

/** Returns the file with bytes inserted at that offset. */
function insert(file: SentFile, at: number, bytes: Buffer): SentFile {
  const source: ByteSource = async ({ start, end }, take) => {
    if (start < at && !(await file.source({ start, end: Math.min(end, at - 1) }, take))) return false;
    const inserted = bytes.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0));
    if (inserted.length > 0) await take(inserted);
    const rest = { start: Math.max(start - bytes.length, at), end: end - bytes.length };
    return rest.start > rest.end || file.source(rest, take);
  };
  return { ...file, source, sizeBytes: file.sizeBytes + bytes.length };
}
