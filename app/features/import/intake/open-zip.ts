import { BlobReader, configure, ERR_SPLIT_ZIP_FILE, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js';
import * as words from '#messages/import/archives.ts';
import { entryPath, readEntryNames } from './repair-name.ts';
import { RefusedFile, harmlessBytes, type ChosenEntry, type IntakeLimits, type NotTaken } from './intake-file.ts';
import type { ArchiveRoom, OpenedArchive } from './opened-archive.ts';

// The content security policy blocks workers made from text.
configure({ useWebWorkers: false });

/**
 * Lists the files of a zip archive without unpacking them: a file is unpacked when it is opened, and never beyond the
 * limits, regardless of the sizes that the archive claims. Throws `RefusedFile` if the whole archive is refused.
 */
export async function openZip(
  path: string,
  archive: Blob,
  limits: IntakeLimits,
  room: ArchiveRoom,
): Promise<OpenedArchive> {
  try {
    return toChosen(path, await listEntries(archive, limits, room), limits);
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    const isPart = error instanceof Error && error.message === ERR_SPLIT_ZIP_FILE;
    throw new RefusedFile(isPart ? words.part : words.notZip);
  }
}

/** Returns the entries that are files. Their names are not checked, since the library would refuse the whole archive. */
async function listEntries(archive: Blob, limits: IntakeLimits, room: ArchiveRoom): Promise<FileEntry[]> {
  const reader = new ZipReader(new BlobReader(archive), { filenameValidation: 'tolerant' });
  const listed: FileEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    room.entries -= 1;
    if (room.entries < 0) throw new RefusedFile(words.tooManyEntries(limits.entries));
    if (!entry.directory) listed.push(entry);
  }
  return listed;
}

/** Separates the entries into files of a folder and entries whose path leads out of it. */
function toChosen(archivePath: string, listed: readonly FileEntry[], limits: IntakeLimits): OpenedArchive {
  const names = readEntryNames(
    listed.map((entry) => ({
      raw: entry.rawFilename,
      unicode: entry.extraFieldUnicodePath?.valid ? entry.filename : null,
      isUnix: !entry.msDosCompatible,
    })),
  );
  const entries: ChosenEntry[] = [];
  const refused: NotTaken[] = [];
  for (const [index, entry] of listed.entries()) {
    const inner = entryPath(names[index] ?? entry.filename);
    const refusal = findRefusal(entry, limits);
    if (inner === null) refused.push({ path: `${archivePath}/${entry.filename}`, reason: words.outside });
    else
      entries.push({
        path: `${archivePath}/${inner}`,
        sizeBytes: entry.uncompressedSize,
        modifiedAt: entry.lastModDate.getTime(),
        open: () => unpack(entry, inner.split('/').at(-1) ?? inner),
        head: (bytes) => unpackHead(entry, bytes),
        ...(refusal !== null && { refusal }),
      });
  }
  return { entries, refused };
}

function findRefusal(entry: FileEntry, limits: IntakeLimits): string | null {
  if (isLink(entry)) return words.link;
  if (entry.encrypted) return words.locked;
  return isSuspicious(entry, limits) ? words.bomb : null;
}

/** Unpacks an entry. Fails if it has more bytes than the archive claims, so that the claimed sizes can be trusted. */
async function unpack(entry: FileEntry, name: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      size += piece.byteLength;
      if (size > entry.uncompressedSize) throw new RefusedFile(words.largerThanListed);
      // The buffer may be reused for the next chunk.
      pieces.push(piece.slice());
    },
  });
  try {
    await entry.getData(sink, { checkSignature: true, checkOverlappingEntry: true });
  } catch (error) {
    if (error instanceof RefusedFile || size > entry.uncompressedSize) throw new RefusedFile(words.largerThanListed);
    throw new RefusedFile(words.damagedFile);
  }
  if (size !== entry.uncompressedSize) throw new RefusedFile(words.smallerThanListed);
  return new File(pieces, name);
}

/** Returns the first bytes of an entry; the rest is not unpacked. */
async function unpackHead(entry: FileEntry, length: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const enough = new Error('enough');
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      pieces.push(piece.slice(0, length - size));
      size += piece.byteLength;
      if (size >= length) throw enough;
    },
  });
  try {
    await entry.getData(sink);
  } catch (error) {
    if (size < length) throw error;
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

/** Unix stores the file type in the upper half of the attributes; 0xA is a symbolic link. */
function isLink({ externalFileAttributes, msDosCompatible }: Entry): boolean {
  return !msDosCompatible && ((externalFileAttributes >>> 28) & 0xf) === 0xa;
}

function isSuspicious({ compressedSize, uncompressedSize }: Entry, { ratio }: IntakeLimits): boolean {
  return uncompressedSize > harmlessBytes && uncompressedSize > compressedSize * ratio;
}
