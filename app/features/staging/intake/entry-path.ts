/**
 * The path of an entry of an archive, with `/` between its steps. Names without the mark of UTF-8 are taken as UTF-8 if
 * they are valid as such, which texts in other encodings hardly ever are, else as `decoded` by the archive's own rules. Null
 * if the path is absolute or climbs out of its folder.
 */
export function entryPath(raw: Uint8Array, decoded: string, isMarked: boolean): string | null {
  const name = isMarked ? decoded : (decodeUtf8(raw) ?? decoded);
  const path = name.replaceAll('\\', '/');
  if (path.includes('\0') || path.startsWith('/') || /^[a-z]:/i.test(path)) return null;
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  return steps.includes('..') ? null : steps.join('/');
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
