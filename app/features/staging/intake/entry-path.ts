import { decodeLegacy, decodeUtf8, findLikelyEncoding, likelyEncodings } from '#domain/likely-encoding.ts';
import { repairName } from './repair-name.ts';

/** The name of an entry of an archive, as bytes and as the archive's own marks say. */
export type EntryName = {
  raw: Uint8Array;
  /** From the field for Unicode paths (APPNOTE.TXT, 0x7075), which counts more than the bytes; null without one. */
  unicode: string | null;
  /** Packed by Unix, whose names have the encoding of the system, not that of a DOS console. */
  isUnix: boolean;
};

/**
 * The names of the entries of an archive. Bytes are UTF-8 if they are valid as such, whatever the archive says; all others
 * are in one encoding, which is found from all of them.
 */
export function readEntryNames(names: readonly EntryName[]): string[] {
  const texts = names.map(({ raw, unicode }) => unicode ?? decodeUtf8(raw));
  const rest = names.filter((_, index) => texts[index] === null);
  const [first] = rest;
  if (!first) return texts.map((text) => text ?? '');
  const joined = Uint8Array.from(rest.flatMap(({ raw }) => [...raw, 0x0a]));
  const encoding = findLikelyEncoding(joined, first.isUnix ? likelyEncodings.disk : likelyEncodings.archive);
  return texts.map((text, index) => text ?? decodeLegacy(names[index]?.raw ?? new Uint8Array(), encoding));
}

/** The path of an entry, with `/` between its steps. Null if it is absolute or climbs out of its folder. */
export function entryPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return null;
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.includes('..') ? null : steps.map((step) => repairName(step).replaceAll('/', '_')).join('/');
}
