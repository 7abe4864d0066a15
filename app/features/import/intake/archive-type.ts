/** Formats of archives that are opened. A `tar` may be compressed by gzip, bzip2 or xz. */
export type ArchiveFormat = 'zip' | 'rar' | '7z' | 'tar';

/** Facts of an archive that its first bytes show. */
export type ArchiveFacts = {
  format: ArchiveFormat;
  /** True for one part of an archive that was split into several files. */
  isPart: boolean;
  /** True if even the names of its files are encrypted. */
  isLocked: boolean;
};

/** Number of first bytes that are needed; the mark of a tar file is after its first name. */
export const archiveHeadBytes = 512;

/** Names of the parts of an archive that was cut at any byte: only the first part begins like an archive. */
const cutName = /\.(?:zip|7z|rar|tar|t?gz|bz2|xz)\.\d{3}$/i;

// oxlint-disable-next-line house/literal-sentences -- the first bytes of a RAR archive
const rarMark = 'Rar!\x1a\x07';

/** Returns the facts of an archive by its first bytes; null if it has no known format. */
export function readArchiveFacts(name: string, head: Uint8Array): ArchiveFacts | null {
  const isPart = cutName.test(name);
  const starts = (mark: string, at = 0) => String.fromCharCode(...head.subarray(at, at + mark.length)) === mark;
  const whole = (format: ArchiveFormat): ArchiveFacts => ({ format, isPart, isLocked: false });
  if (starts('PK\x07\x08')) return { ...whole('zip'), isPart: true };
  if (starts('PK\x03\x04') || starts('PK\x05\x06')) return whole('zip');
  if (starts('7z\xbc\xaf\x27\x1c')) return whole('7z');
  if (starts(`${rarMark}\x01\x00`)) return readRar5(head, isPart);
  if (starts(`${rarMark}\x00`)) return readRar4(head, isPart);
  if (starts('ustar', 257) || starts('\x1f\x8b\x08') || starts('BZh') || starts('\xfd7zXZ\x00')) return whole('tar');
  return null;
}

/** Reads the main header of RAR 4 (RarLab's technote.txt: MAIN_HEAD, after the 7 bytes of the mark). */
function readRar4(head: Uint8Array, isPart: boolean): ArchiveFacts {
  const flags = (head[10] ?? 0) | ((head[11] ?? 0) << 8);
  const isMain = head[9] === 0x73;
  return { format: 'rar', isPart: isPart || (isMain && (flags & 1) !== 0), isLocked: isMain && (flags & 0x80) !== 0 };
}

/** Reads the first header of RAR 5 (rarlab.com/technote.htm): the main header, or the one of an encrypted archive. */
function readRar5(head: Uint8Array, isPart: boolean): ArchiveFacts {
  // After the mark and the header's checksum; numbers have seven bits in a byte.
  let at = 12;
  const next = () => {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = head[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  next();
  const type = next();
  const hasExtra = (next() & 1) !== 0;
  if (hasExtra) next();
  return { format: 'rar', isPart: isPart || (type === 1 && (next() & 1) !== 0), isLocked: type === 4 };
}
