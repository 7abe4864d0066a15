import { BlobReader, configure, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js';
import { entryPath } from './entry-path.ts';
import { RefusedFile, type Found } from './intake-file.ts';
import { harmlessBytes, type IntakeLimits } from './intake-limits.ts';
import { judgeName } from './judge-name.ts';

// Scripts from elsewhere may not run on our pages, and workers made from text are such.
configure({ useWebWorkers: false });

/** What is left of the limits of an archive, shared with the archives in it. */
type Room = { entries: number; bytes: number };

/**
 * The files of a zip archive, without unpacking them: a file is unpacked when it is opened, and never beyond the limits,
 * whatever the archive says of itself. What is refused is told with a sentence. If the whole archive is refused, nothing
 * of it is given. Archives within it are opened, those within these are not.
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
  const found: Found[] = [];
  try {
    // Names are checked here, one by one; the library would refuse the whole archive.
    const reader = new ZipReader(new BlobReader(archive), { filenameValidation: 'tolerant' });
    for await (const entry of reader.getEntriesGenerator()) {
      room.entries -= 1;
      if (room.entries < 0)
        return whole(`The archive has more than ${limits.entries.toLocaleString('en')} entries. Divide it.`);
      if (entry.directory) continue;
      const verdict = await judgeEntry(path, entry, limits, room, opensInner);
      if (verdict === 'full')
        return whole(`Unpacked, the archive has more than ${inGigabytes(limits.archiveBytes)}. Divide it.`);
      found.push(...verdict);
    }
    return found;
  } catch (error) {
    if (error instanceof RefusedFile) return whole(error.message);
    return whole('The archive is damaged, or not a zip archive.');
  }
}

async function judgeEntry(
  archivePath: string,
  entry: FileEntry,
  limits: IntakeLimits,
  room: Room,
  opensInner: boolean,
): Promise<Found[] | 'full'> {
  const inner = entryPath(entry.rawFilename, entry.filename, entry.filenameUTF8);
  const shown = `${archivePath}/${inner ?? entry.filename}`;
  const refuse = (reason: string): Found[] => [{ notTaken: { path: shown, reason } }];
  if (inner === null) return refuse('Its path leads out of the archive.');
  const verdict = judgeName(inner, entry.uncompressedSize, limits);
  if (verdict === 'skip') return [];
  if (typeof verdict === 'object') return refuse(verdict.reason);
  if (isLink(entry)) return refuse('It is a link, not a file.');
  if (entry.encrypted) return refuse('The archive needs a password. Unpack it first.');
  if (isSuspicious(entry, limits)) return refuse('It is packed so densely that it may be a trap.');
  room.bytes -= entry.uncompressedSize;
  if (room.bytes < 0) return 'full';
  if (verdict === 'take') {
    const name = inner.split('/').at(-1) ?? inner;
    const open = () => unpack(entry, name);
    return [{ file: { path: shown, name, sizeBytes: entry.uncompressedSize, open } }];
  }
  if (!opensInner) return refuse('Archives within archives within archives are not opened.');
  if (entry.uncompressedSize > limits.innerArchiveBytes)
    return refuse(`An archive within an archive may have ${inMegabytes(limits.innerArchiveBytes)}. Unpack it first.`);
  try {
    return await readArchive(shown, await unpack(entry, inner), limits, room, false);
  } catch (error) {
    return refuse(error instanceof RefusedFile ? error.message : 'It cannot be unpacked.');
  }
}

/** The bytes of an entry. Stops when there are more than the archive says, so that its sizes can be trusted. */
async function unpack(entry: FileEntry, name: string): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(piece) {
      size += piece.byteLength;
      if (size > entry.uncompressedSize) throw new RefusedFile('It is larger than its archive says.');
      // The piece may be used again for the next one.
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

/** Unix keeps the kind of a file in the upper half of the attributes; 0xA is a symbolic link. */
function isLink({ externalFileAttributes, msDosCompatible }: Entry): boolean {
  return !msDosCompatible && ((externalFileAttributes >>> 28) & 0xf) === 0xa;
}

function isSuspicious({ compressedSize, uncompressedSize }: Entry, { ratio }: IntakeLimits): boolean {
  return uncompressedSize > harmlessBytes && uncompressedSize > compressedSize * ratio;
}

const inMegabytes = (bytes: number) => `at most ${Math.floor(bytes / 1024 / 1024)} MB`;
const inGigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(1))} GB`;
