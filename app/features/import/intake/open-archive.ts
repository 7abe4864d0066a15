import { BlobReader, configure, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js';
import { entryPath, readEntryNames } from './repair-name.ts';
import { RefusedFile, harmlessBytes, whatOf, type ChosenEntry, type Found, type IntakeLimits } from './intake-file.ts';
import { judgeTree } from './judge-tree.ts';

// The content security policy blocks workers made from text.
configure({ useWebWorkers: false });

/** Remaining limits of an archive, shared with the archives in it. */
type Room = { entries: number; bytes: number };

/**
 * Yields the files of a zip archive without unpacking them: a file is unpacked when it is opened, and never beyond the limits,
 * regardless of the sizes that the archive claims. Refused files are reported with a sentence. If the whole archive is
 * refused, none of its files is yielded. Archives in it are opened, archives in those are not.
 */
export async function openArchive(path: string, archive: Blob, limits: IntakeLimits): Promise<Found[]> {
  return readArchive(path, archive, limits, { entries: limits.entries, bytes: limits.archiveBytes }, true);
}

async function readArchive(
  path: string,
  archive: Blob,
  limits: IntakeLimits,
  room: Room,
  opensInner: boolean,
): Promise<Found[]> {
  const whole = (reason: string): Found[] => [{ notTaken: { path, reason } }];
  try {
    const listed = await listEntries(archive, room);
    if (listed === 'full')
      return whole(`The archive has more than ${limits.entries.toLocaleString('en')} entries. Divide it.`);
    const { entries, found } = toChosen(path, listed, limits);
    const openInner = (entry: ChosenEntry) => readInner(entry, limits, room, opensInner);
    for await (const each of judgeTree(entries, limits, openInner)) {
      found.push(each);
      const what = whatOf(each);
      if ('sizeBytes' in what) room.bytes -= what.sizeBytes;
      if (room.bytes < 0)
        return whole(`Unpacked, the archive has more than ${inGigabytes(limits.archiveBytes)}. Divide it.`);
    }
    return found;
  } catch (error) {
    if (error instanceof RefusedFile) return whole(error.message);
    return whole('The archive is damaged, or not a zip archive.');
  }
}

/** Returns the entries that are files. Their names are not checked, since the library would refuse the whole archive. */
async function listEntries(archive: Blob, room: Room): Promise<FileEntry[] | 'full'> {
  const reader = new ZipReader(new BlobReader(archive), { filenameValidation: 'tolerant' });
  const listed: FileEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    room.entries -= 1;
    if (room.entries < 0) return 'full';
    if (!entry.directory) listed.push(entry);
  }
  return listed;
}

/** Separates the entries into files of a folder and entries whose path leads out of it. */
function toChosen(archivePath: string, listed: readonly FileEntry[], limits: IntakeLimits) {
  const names = readEntryNames(
    listed.map((entry) => ({
      raw: entry.rawFilename,
      unicode: entry.extraFieldUnicodePath?.valid ? entry.filename : null,
      isUnix: !entry.msDosCompatible,
    })),
  );
  const entries: ChosenEntry[] = [];
  const found: Found[] = [];
  for (const [index, entry] of listed.entries()) {
    const inner = entryPath(names[index] ?? entry.filename);
    const refusal = findRefusal(entry, limits);
    if (inner === null)
      found.push({
        notTaken: { path: `${archivePath}/${entry.filename}`, reason: 'Its path leads out of the archive.' },
      });
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
  return { entries, found };
}

function findRefusal(entry: FileEntry, limits: IntakeLimits): string | null {
  if (isLink(entry)) return 'It is a link, not a file.';
  if (entry.encrypted) return 'The archive needs a password. Unpack it first.';
  return isSuspicious(entry, limits) ? 'It is compressed so much that it may be malicious.' : null;
}

async function readInner(entry: ChosenEntry, limits: IntakeLimits, room: Room, isOpened: boolean): Promise<Found[]> {
  const { path, sizeBytes } = entry;
  const refuse = (reason: string): Found[] => [{ notTaken: { path, reason } }];
  if (!isOpened) return refuse('Archives nested more than two deep are not opened.');
  if (sizeBytes > limits.innerArchiveBytes)
    return refuse(`An archive within an archive may have ${inMegabytes(limits.innerArchiveBytes)}. Unpack it first.`);
  room.bytes -= sizeBytes;
  try {
    return await readArchive(path, await entry.open(), limits, room, false);
  } catch (error) {
    return refuse(error instanceof RefusedFile ? error.message : 'It cannot be unpacked.');
  }
}

/** Unpacks an entry. Fails if it has more bytes than the archive claims, so that the claimed sizes can be trusted. */
async function unpack(entry: FileEntry, name: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      size += piece.byteLength;
      if (size > entry.uncompressedSize) throw new RefusedFile('It is larger than its archive says.');
      // The buffer may be reused for the next chunk.
      pieces.push(piece.slice());
    },
  });
  try {
    await entry.getData(sink, { checkSignature: true, checkOverlappingEntry: true });
  } catch (error) {
    if (error instanceof RefusedFile || size > entry.uncompressedSize)
      throw new RefusedFile('It is larger than its archive says.');
    throw new RefusedFile(`It cannot be unpacked: it is damaged, or packed by an unusual method.`);
  }
  if (size !== entry.uncompressedSize) throw new RefusedFile('It is smaller than its archive says.');
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

const inMegabytes = (bytes: number) => `at most ${Math.floor(bytes / 1024 / 1024)} MB`;
const inGigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1))} GB`;
