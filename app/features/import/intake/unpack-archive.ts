import libarchive, { type Libarchive, type NumberFunction } from 'libarchive.js/src/webworker/wasm-gen/libarchive.js';
import { judgeName } from './judge-name.ts';
import { mayBePiece } from './saved-pages.ts';
import type { IntakeLimits } from './intake-file.ts';

/** An archive to unpack, with its limits. */
export type UnpackRequest = {
  archive: Blob;
  limits: Pick<IntakeLimits, 'entries' | 'archiveBytes' | 'unpackedBytes' | 'fileBytes' | 'innerArchiveBytes'>;
};

/** A file, or a link, in an archive. */
export type UnpackedEntry = {
  /** The path in bytes, with `/` as separator: UTF-8 in most formats, any encoding in tar files. */
  name: Uint8Array;
  sizeBytes: number;
  isLink: boolean;
  /** The bytes of a file that may be accepted by its name and size; null for all others. */
  blob: Blob | null;
  /** Reason why a file has no bytes. */
  fault: 'locked' | 'damaged' | null;
};

/** Reason why no further entry follows. `entries`, `bytes` and `held` are limits. */
export type UnpackEnd = 'complete' | 'entries' | 'bytes' | 'held' | 'locked' | 'damaged';

export type UnpackReply = { entry: UnpackedEntry } | { end: UnpackEnd };

/** Bits of a mode that are the file type, by POSIX. */
const modes = { mask: 0o170000, folder: 0o040000, link: 0o120000 };

/**
 * Unpacks a RAR, 7z or tar archive in one pass: in these formats a file often follows from the files before it.
 * Passes every entry to `emit`, then the reason of the end. Files that are refused by their name are not unpacked.
 */
export async function unpackArchive({ archive, limits }: UnpackRequest, emit: (reply: UnpackReply) => void) {
  const module = await libarchive({ print: () => undefined, printErr: () => undefined });
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const size = bytes.length + (endsWithZip(bytes) ? zipEndBytes : 0);
  const { malloc, free, nextEntry, fileData } = functionsOf(module);
  const at = malloc(size);
  module.HEAPU8.fill(0, at, at + size).set(bytes, at);
  const open = module.cwrap('archive_open', 'number', ['number', 'number', 'string', 'string']);
  // The locale decides how the library converts names.
  const opened = open(at, size, null, 'en_US.UTF-8');
  const problem = () => module.cwrap('archive_error_string', 'string', ['number'])(opened);
  const room = { entries: limits.entries, bytes: limits.archiveBytes, held: limits.unpackedBytes };
  for (;;) {
    const pointer = nextEntry(opened);
    if (pointer === 0) return emit({ end: endOf(problem()) });
    const entry = readEntry(module, pointer);
    room.entries -= 1;
    room.bytes -= entry.sizeBytes;
    if (room.entries < 0) return emit({ end: 'entries' });
    if (room.bytes < 0) return emit({ end: 'bytes' });
    if (entry.isFolder) continue;
    if (!isWanted(entry, limits)) {
      emit({ entry });
      continue;
    }
    room.held -= entry.sizeBytes;
    if (room.held < 0) return emit({ end: 'held' });
    // Of a stored file that is encrypted, the library would return the encrypted bytes.
    const data = entry.isLocked ? -1 : fileData(opened, entry.sizeBytes);
    if (data > 0) {
      emit({ entry: { ...entry, blob: new Blob([module.HEAPU8.slice(data, data + entry.sizeBytes)]) } });
      free(data);
    } else emit({ entry: { ...entry, fault: entry.isLocked || isAboutLock(problem()) ? 'locked' : 'damaged' } });
  }
}

/** The library looks for the end of a zip archive in this part of a file, and prefers ZIP to RAR. */
const zipEndBytes = 16 * 1024;

/** True if the archive would be taken for the last one in it, because that is a zip archive; zeros after it prevent that. */
function endsWithZip(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x50) return false;
  const tail = bytes.subarray(-zipEndBytes);
  return tail.some((byte, at) => byte === 0x50 && tail[at + 1] === 0x4b && tail[at + 2] === 5 && tail[at + 3] === 6);
}

function functionsOf(module: Libarchive) {
  const one = (name: NumberFunction) => module.cwrap(name, 'number', ['number']);
  return {
    malloc: one('malloc'),
    free: one('free'),
    nextEntry: one('get_next_entry'),
    fileData: module.cwrap('get_filedata', 'number', ['number', 'number']),
    pathOf: one('archive_entry_pathname'),
    modeOf: one('archive_entry_filetype'),
    sizeOf: one('archive_entry_size'),
    isLocked: one('archive_entry_is_encrypted'),
  };
}

function readEntry(module: Libarchive, pointer: number) {
  const { pathOf, modeOf, sizeOf, isLocked } = functionsOf(module);
  const name = pathOf(pointer);
  const mode = modeOf(pointer) & modes.mask;
  return {
    name: module.HEAPU8.slice(name, name === 0 ? 0 : module.HEAPU8.indexOf(0, name)),
    sizeBytes: sizeOf(pointer),
    isFolder: mode === modes.folder,
    isLink: mode === modes.link,
    isLocked: isLocked(pointer) !== 0,
    blob: null,
    fault: null,
  };
}

/** True if the file may be accepted, by its name and size. */
function isWanted({ name, sizeBytes, isLink }: UnpackedEntry, limits: UnpackRequest['limits']): boolean {
  if (isLink || sizeBytes === 0) return false;
  const path = new TextDecoder().decode(name).replaceAll('\\', '/');
  const verdict = judgeName(path, sizeBytes, limits);
  if (verdict === 'archive') return sizeBytes <= limits.innerArchiveBytes;
  return (typeof verdict === 'string' || mayBePiece(path)) && sizeBytes <= limits.fileBytes;
}

/** Returns the reason of the end by the library's message, which is empty after the last entry. */
function endOf(problem: string): UnpackEnd {
  if (problem === '') return 'complete';
  return isAboutLock(problem) ? 'locked' : 'damaged';
}

const isAboutLock = (problem: string) => /encrypt|password|passphrase/i.test(problem);
