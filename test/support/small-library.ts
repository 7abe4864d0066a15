import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openResources } from '#server/engines/resources.ts';
import { readSnapshot } from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { storedPath } from '#server/engines/storage/disk-paths.ts';

/**
 * Opens a library without a server, in a separate folder that is removed after the test; `place` makes paths next to
 * the library.
 */
export async function openSmallLibrary() {
  const root = await mkdtemp(path.join(tmpdir(), 'examshelf-backup-'));
  const dataDir = path.join(root, 'data');
  const resources = await openResources(
    readConfig({ DATA_DIR: dataDir, DISK_RESERVE_MB: '1' }),
    pino({ level: 'silent' }),
  );
  const { database, storage } = resources;
  await database.settings.set('samples', 'off');
  return {
    dataDir,
    database,
    storage,
    place: (name: string) => path.join(root, name),
    /** Publishes a note with its own file of these bytes; both have this id. */
    async add(id: string, content: string | Buffer): Promise<void> {
      const bytes = Buffer.from(content);
      await database.files.insertPending({
        id,
        name: `${id}.pdf`,
        folder: '',
        sizeBytes: bytes.length,
        chunksTotal: 1,
        ownerId: 'admin',
      });
      await storage.putPart(id, 0, Readable.from([bytes]));
      const joined = await storage.joinParts(id, 1);
      if (!joined) throw new Error('the part is gone');
      await database.files.finish(id, { mimeType: 'application/pdf', ...joined, pageCount: 1, warning: null });
      await storage.removeParts(id);
      await database.materials.insert({
        id,
        kind: 'note',
        title: `Note ${id}`,
        subject: 'C Programming',
        facultyId: 'csit',
        semesterId: '1',
        year: null,
        fileId: id,
        coverFileId: null,
        isSample: false,
      });
    },
    /** Deletes the record permanently, then the bytes, as a purge does. */
    async purge(id: string): Promise<void> {
      await database.materials.remove(id);
      await database.files.remove(id);
      await storage.remove(id);
    },
    async [Symbol.asyncDispose]() {
      await resources.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export type SmallLibrary = Awaited<ReturnType<typeof openSmallLibrary>>;

/**
 * Returns the SHA-256 of each file in a data folder by its id, computed from the disk. Throws if the database has
 * another one.
 */
export async function digestsOf(dataDir: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { id, sha256 } of readSnapshot(path.join(dataDir, sqliteFileName)).files) {
    const found = createHash('sha256')
      .update(await readFile(path.join(dataDir, 'files', storedPath(id))))
      .digest('hex');
    if (found !== sha256) throw new Error(`the bytes of ${id} are not those of its record`);
    digests[id] = found;
  }
  return digests;
}

/** Returns all names in a folder and its subfolders, with their sizes and modification times, to detect writes. */
export async function listTree(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  return names.sort();
}
