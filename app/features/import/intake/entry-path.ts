import { decodeLegacy, decodeUtf8, findLikelyEncoding, likelyEncodings } from '#domain/text/likely-encoding.ts';
import { repairName } from './repair-name.ts';

/** The name of an archive entry, as bytes and with the archive's hints about its encoding. */
export type EntryName = {
  raw: Uint8Array;
  /**
   * The name in the field for Unicode paths (APPNOTE.TXT, 0x7075), which takes precedence over the bytes; null without
   * one.
   */
  unicode: string | null;
  /** True if the archive was made on Unix, where names have the system's encoding, not that of a DOS console. */
  isUnix: boolean;
};

/**
 * Decodes the names of archive entries. Valid UTF-8 is read as UTF-8, regardless of the archive's flags. All other names are
 * in one encoding, which is detected from all of them.
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

/** Returns the path of an entry, with `/` as separator. Null if it is absolute or leaves its folder. */
export function entryPath(name: string): string | null {
  const path = name.replaceAll('\\', '/');
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return null;
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.includes('..') ? null : steps.map((step) => repairName(step).replaceAll('/', '_')).join('/');
}
