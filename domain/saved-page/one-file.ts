import { inlinePage, withUtf8Declared } from './inline-page.ts';
import { partHeadBytes, typeOfPart } from './part-types.ts';
import type { FindPart, PagePart, PartReader, Piece, Reference } from './page-parts.ts';

/** A page with its parts in one file. */
export type OneFile = {
  blob: Blob;
  /** Keys of the parts that are in the file. */
  used: ReadonlySet<string>;
  /** Keys of the parts for which there is no room. */
  leftOut: ReadonlySet<string>;
};

/** Share of the size that style sheets may have: without pictures a page can be read, without its text it cannot. */
const maxStylesShare = 0.25;

/**
 * Makes one HTML file in UTF-8 of a page and its parts, always the same bytes of the same input. If it would be larger
 * than `maxBytes`, the largest parts are left out first; the page itself is never shortened. `encoding` is that of the
 * page, and of style sheets that don't declare one. Returns null if the page uses none of the parts.
 */
export async function makeOneFile(
  page: { source: string; base: string; encoding: string },
  find: FindPart,
  maxBytes: number,
): Promise<OneFile | null> {
  const reader = createReader(find, page.encoding, maxBytes);
  const pieces = await inlinePage(page.source, page.base, reader);
  if (!pieces && reader.leftOut.size === 0) return null;
  return writePieces(pieces ?? withUtf8Declared(page.source), reader, maxBytes);
}

function createReader(find: FindPart, pageEncoding: string, maxBytes: number) {
  const types = new Map<string, string | null>();
  const styles = new Map<string, string | null>();
  const used = new Set<string>();
  const leftOut = new Set<string>();
  let stylesRoom = maxBytes * maxStylesShare;

  async function typeOf(part: PagePart): Promise<string | null> {
    const known = types.get(part.key);
    if (known !== undefined) return known;
    const head = await readBytes(part, partHeadBytes);
    const type = head && typeOfPart(head);
    types.set(part.key, type);
    return type;
  }

  async function textOf(part: PagePart): Promise<string | null> {
    const known = styles.get(part.key);
    if (known !== undefined) return known;
    const bytes = await readBytes(part);
    const text = bytes && decodeStyles(bytes, part.encoding ?? null, pageEncoding);
    styles.set(part.key, text);
    return text;
  }

  async function refer(address: string, base: string): Promise<Reference | null> {
    if (address === '' || address.startsWith('#')) return null;
    const part = find(address, base);
    const type = part && (await typeOf(part));
    if (!part || type === null) return null;
    if (part.sizeBytes > maxBytes) {
      leftOut.add(part.key);
      return null;
    }
    const fragment = type === 'image/svg+xml' ? (/#.*$/s.exec(address)?.[0] ?? '') : '';
    return { part, type, fragment };
  }

  async function readStyles(part: PagePart): Promise<string | null> {
    if (part.sizeBytes > stylesRoom) {
      leftOut.add(part.key);
      return null;
    }
    const text = await textOf(part);
    if (text === null) return null;
    stylesRoom -= part.sizeBytes;
    used.add(part.key);
    return text;
  }

  return { find, refer, readStyles, used, leftOut } satisfies PartReader & Record<string, unknown>;
}

type Reader = ReturnType<typeof createReader>;

async function writePieces(pieces: readonly Piece[], reader: Reader, maxBytes: number): Promise<OneFile> {
  const { used, leftOut } = reader;
  const excluded = chooseExcluded(pieces, maxBytes);
  const urls = new Map<string, string | null>();
  const texts: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece);
      continue;
    }
    const { part, type, fragment, around, before } = piece;
    let url: string | null = null;
    if (excluded.has(part.key)) leftOut.add(part.key);
    else {
      url = urls.get(part.key) ?? null;
      if (!urls.has(part.key)) {
        const bytes = await readBytes(part);
        url = bytes && `data:${type};base64,${toBase64(bytes)}`;
        urls.set(part.key, url);
      }
    }
    if (url === null) texts.push(before);
    else {
      used.add(part.key);
      texts.push(around[0], url, fragment, around[1]);
    }
  }
  for (const key of used) leftOut.delete(key);
  return { blob: new Blob(texts, { type: 'text/html' }), used, leftOut };
}

/** Returns the keys of the parts to leave out, so that the file has at most `maxBytes`: the largest ones. */
function chooseExcluded(pieces: readonly Piece[], maxBytes: number): Set<string> {
  let total = 0;
  const sizes = new Map<string, number>();
  for (const piece of pieces) {
    if (typeof piece === 'string') total += utf8Length(piece);
    else {
      const { part, type, fragment, around, before } = piece;
      const text = utf8Length(around[0] + fragment + around[1]) + utf8Length(before);
      const size = `data:${type};base64,`.length + 4 * Math.ceil(part.sizeBytes / 3) + text;
      sizes.set(part.key, (sizes.get(part.key) ?? 0) + size);
      total += size;
    }
  }
  const excluded = new Set<string>();
  // Of equal ones, the last in the page.
  const largestFirst = [...sizes].toReversed().toSorted(([, size], [, other]) => other - size);
  for (const [key, size] of largestFirst) {
    if (total <= maxBytes) break;
    excluded.add(key);
    total -= size;
  }
  return excluded;
}

async function readBytes(part: PagePart, bytes?: number): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await (await part.open()).slice(0, bytes).arrayBuffer());
  } catch {
    // It may be damaged in its archive; then the reference stays.
    return null;
  }
}

/**
 * Returns the text of a style sheet with its encoding: byte order mark, `@charset`, what is declared outside of it, UTF-8
 * if it is valid, else that of the page. Null if it is not text.
 */
function decodeStyles(bytes: Uint8Array, declared: string | null, pageEncoding: string): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, 128));
  const own = /^(?:\xff\xfe|\xfe\xff)/.test(head)
    ? head.startsWith('\xff')
      ? 'utf-16le'
      : 'utf-16be'
    : /^@charset "([^"]*)"/.exec(head)?.[1];
  for (const encoding of [own, declared, 'utf-8', pageEncoding]) {
    const text = encoding ? decodeStrictly(bytes, encoding) : null;
    if (text !== null) return text.includes('\0') ? null : text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Returns null if the bytes are invalid in the encoding, or there is no such encoding. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Each half of a pair has two of its four bytes.
    if (code > 0x7f) length += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return length;
}

/** Not `toBase64`, which supported browsers lack. A multiple of three bytes has no padding. */
function toBase64(bytes: Uint8Array): string {
  const chunk = 3 * 8192;
  const texts: string[] = [];
  for (let start = 0; start < bytes.length; start += chunk)
    texts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + chunk))));
  return texts.join('');
}
