import { decodeHtml, encodingOfHtml } from '#domain/text/html-text.ts';
import { baseOfPage, withUtf8Declared } from './inline-page.ts';
import { readMimeMessage, type MimePart } from './mime-parts.ts';
import { makeOneFile, type OneFile } from './one-file.ts';
import type { FindPart, PagePart } from './page-parts.ts';

/** Thrown if no page can be made of an MHTML file; the message is a sentence. */
export class MhtmlFault extends Error {
  override name = 'MhtmlFault';
}

/** Against it, relative locations are resolved if the page has none of its own. */
const unknownLocation = 'http://page.invalid/';

/**
 * Makes one HTML file of an MHTML file, as `makeOneFile` does. Frames in it are left out, because papers have none.
 * Throws `MhtmlFault`.
 */
export async function makePageOfMhtml(bytes: Uint8Array, maxBytes: number): Promise<OneFile> {
  const { parts, start, isCut } = readMimeMessage(bytes);
  if (isCut) throw new MhtmlFault('It has too many parts.');
  const pages = parts.filter(({ mediaType }) => /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType));
  const root = pages.find(({ id }) => id !== '' && id === start) ?? pages[0];
  if (!root) throw new MhtmlFault('It contains no web page, or is damaged.');
  const { source, encoding } = decodePage(root);
  if (source.trim() === '') throw new MhtmlFault('The web page in it is empty.');
  const location = resolve(root.location, unknownLocation) ?? unknownLocation;
  const page = { source, encoding, base: baseOfPage(source, location) };
  const others = parts.filter((part) => part !== root);
  const made = await makeOneFile(page, createFinder(others, location), maxBytes);
  return made ?? { blob: new Blob(withUtf8Declared(source) as string[]), used: new Set(), leftOut: new Set() };
}

/** The encoding that the message declares counts more than that of the page, which may be from before it was saved. */
function decodePage(part: MimePart): { source: string; encoding: string } {
  const bytes = part.decode();
  try {
    if (part.charset !== null && !/^us-ascii$/i.test(part.charset)) {
      const decoder = new TextDecoder(part.charset, { fatal: true });
      return { source: decoder.decode(bytes), encoding: decoder.encoding };
    }
  } catch {
    // The declaration is wrong, so the bytes decide.
  }
  return { source: decodeHtml(bytes), encoding: encodingOfHtml(bytes) };
}

/** Finds parts by their Content-ID or Content-Location. Of several parts with the same one, the first is found. */
function createFinder(parts: readonly MimePart[], pageLocation: string): FindPart {
  const byAddress = new Map<string, PagePart>();
  for (const [index, part] of parts.entries()) {
    const location = part.location === '' ? null : resolve(part.location, pageLocation);
    const found = toPagePart(part, index, location?.startsWith('cid:') === false ? location : pageLocation);
    const ids = part.id === '' ? [] : [`cid:${part.id}`];
    // Chromium writes the address of a style sheet of a `style` element as its location, and no Content-ID.
    for (const address of [...ids, ...(location === null ? [] : [location])])
      if (!byAddress.has(address)) byAddress.set(address, found);
  }
  return (address, base) => {
    const resolved = resolve(address, base);
    if (resolved === null) return null;
    return byAddress.get(resolved) ?? byAddress.get(decode(resolved)) ?? null;
  };
}

function toPagePart(part: MimePart, index: number, base: string): PagePart {
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  const decoded = () => (bytes ??= part.decode());
  return {
    key: `${index + 1}/${part.location.split(/[?#]/)[0]?.split('/').at(-1) || part.mediaType}`,
    base,
    get sizeBytes() {
      return decoded().length;
    },
    ...(part.charset !== null && { encoding: part.charset }),
    open: async () => new Blob([decoded()]),
  };
}

/** Returns the whole address without its fragment; null if it is invalid. `cid:` addresses are decoded (RFC 2392). */
function resolve(address: string, base: string): string | null {
  if (/^cid:/i.test(address)) return `cid:${decode(address.slice(4).replace(/#.*$/s, ''))}`;
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  url.hash = '';
  return url.href;
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
