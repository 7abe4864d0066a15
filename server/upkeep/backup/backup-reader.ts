import { constants } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readFault } from '#server/machinery/faults/read-fault.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import { plainCodec, unlockKey, type Bytes, type Codec } from '#server/upkeep/backup/format/codec.ts';
import { listSnapshots } from './folder-target.ts';
import {
  formatVersion,
  headerName,
  isKnownName,
  keyName,
  manifestPath,
  parseHeader,
  snapshotNumber,
  writeHeader,
} from '#server/upkeep/backup/format/layout.ts';
import { parseManifest, type Manifest } from '#server/upkeep/backup/format/manifest.ts';
import { indexTar, readTarEntry } from '#server/upkeep/backup/format/tar-file.ts';

/** A backup opened for reading. Its content is not trusted before it is verified. */
export interface BackupReader extends AsyncDisposable {
  /** Lists the complete snapshots, oldest first. */
  listSnapshots(isEncrypted: boolean): Promise<string[]>;
  /** Returns the size of an entry, or null. */
  sizeOf(name: string): Promise<number | null>;
  /** Throws if the entry is missing. */
  read(name: string): Bytes;
}

/** Larger than the list of contents of any library. */
const maxTextBytes = 256 * 1024 * 1024;
const maxHeaderBytes = 4096;

/** Opens a folder or an archive made by a backup. Throws BackupProblem for anything else. */
export async function openReader(source: string): Promise<BackupReader> {
  const found = await stat(source).catch(nullWhenMissing);
  if (!found) throw new BackupProblem(`${source} does not exist`);
  if (!found.isDirectory()) return openArchiveReader(source);
  const names = await readdir(source);
  if (!names.includes(headerName)) throw notABackup(source);
  return openFolderReader(source);
}

export function openFolderReader(folder: string): BackupReader {
  const root = path.resolve(folder);
  return {
    listSnapshots: (isEncrypted) => listSnapshots(root, isEncrypted),
    async sizeOf(name) {
      const found = await lstat(path.join(root, name)).catch(nullWhenMissing);
      return found?.isFile() ? found.size : null;
    },
    async *read(name) {
      const handle = await open(path.join(root, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
        (error: unknown) => {
          // A file that exists but can't be opened is not damage: it may be possible the next time.
          throw readFault(error) === null ? damaged(`${name} is missing`, error) : error;
        },
      );
      yield* handle.createReadStream({ highWaterMark: 256 * 1024 }) as Bytes;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function openArchiveReader(file: string): Promise<BackupReader> {
  const handle = await open(file, 'r');
  try {
    const { entries, end } = await indexTar(handle);
    if (entries[0]?.name !== headerName) throw notABackup(file);
    if (end === 'cut short') throw new BackupProblem(`${file} is cut short; copy it again from where it was made`);
    const names = new Map(entries.map((entry) => [entry.name, entry]));
    const unknown = entries.find(({ name }) => !isKnownName(name));
    if (unknown) throw damaged(`it holds ${JSON.stringify(unknown.name)}, which no backup holds`);
    if (end === 'damaged') throw damaged('an entry of the archive was changed');
    if (names.size < entries.length) throw damaged('it holds a name twice');
    return {
      async listSnapshots(isEncrypted) {
        const snapshots = entries.map(({ name }) => name.split('/')[1] ?? '').filter((name) => snapshotNumber(name));
        return [...new Set(snapshots)].filter((name) => names.has(manifestPath(name, isEncrypted)));
      },
      sizeOf: async (name) => names.get(name)?.sizeBytes ?? null,
      async *read(name) {
        const entry = names.get(name);
        if (!entry) throw damaged(`${name} is missing`);
        yield* readTarEntry(handle, entry);
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Returns the codec of a backup. Throws BackupProblem for a newer format, and for a missing or wrong passphrase. */
export async function openReaderCodec(reader: BackupReader, source: string, passphrase: string | null): Promise<Codec> {
  const text = (await readText(reader, headerName, maxHeaderBytes)).toString();
  const header = parseHeader(text);
  if (!header) throw notABackup(source);
  if (header.version > formatVersion)
    throw new BackupProblem(`${source} was made by a newer release; restore it with that one`);
  if (text !== writeHeader(header.encrypted)) throw damaged(`${headerName} was changed`);
  if (!header.encrypted) return plainCodec;
  if (passphrase === null)
    throw new BackupProblem(`${source} is encrypted; give its passphrase with --passphrase-file or BACKUP_PASSPHRASE`);
  return unlockKey(await readText(reader, keyName, maxHeaderBytes), passphrase);
}

/** Reads the manifest of a snapshot. Throws BackupProblem if it was changed. */
export async function readManifest(reader: BackupReader, snapshot: string, codec: Codec): Promise<Manifest> {
  const name = manifestPath(snapshot, codec.isEncrypted);
  try {
    const opened: BackupReader = { ...reader, read: (each) => codec.open(reader.read(each)) };
    return parseManifest((await readText(opened, name, maxTextBytes)).toString());
  } catch (error) {
    if (error instanceof BackupProblem || readFault(error) !== null) throw error;
    throw damaged(`${name} was changed`, error);
  }
}

/** Returns the problem for a damaged part of the backup. */
export function damaged(what: string, cause?: unknown): BackupProblem {
  return new BackupProblem(`the backup is damaged: ${what}`, { cause });
}

async function readText(reader: BackupReader, name: string, maxBytes: number): Promise<Buffer> {
  const sizeBytes = await reader.sizeOf(name);
  if (sizeBytes === null) throw damaged(`${name} is missing`);
  if (sizeBytes > maxBytes) throw damaged(`${name} is too large`);
  const pieces: Uint8Array[] = [];
  for await (const piece of reader.read(name)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function notABackup(source: string): BackupProblem {
  return new BackupProblem(`${source} is not a backup made by Examshelf`);
}
