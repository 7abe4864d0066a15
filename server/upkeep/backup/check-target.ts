import { createHash } from 'node:crypto';
import { realpath, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { SnapshotFacts } from '#server/engines/database/sqlite/snapshot.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { openFolderReader, readManifest } from './backup-reader.ts';
import { isArchive } from './backup-target.ts';
import type { Codec } from '#server/upkeep/backup/format/codec.ts';
import { listSnapshots } from './folder-target.ts';

/** The library, and the target of its backup. */
export type BackupPaths = { dataDir: string; target: string };

/** Reserved if the target is on the disk of the library, which continues to need space. */
const reserveBytes = 512 * 1024 * 1024;

/** Returns the identity of the library for a list of contents. */
export const libraryOf = ({
  madeAt,
  migrations,
}: Pick<SnapshotFacts, 'madeAt'> & { migrations: readonly { digest: string }[] }) =>
  createHash('sha256').update(`${madeAt} ${migrations[0]?.digest}`).digest('hex').slice(0, 20);

function nullWhenDamaged(error: unknown): null {
  if (error instanceof BackupProblem) return null;
  throw error;
}

/** Throws if the folder has backups of another library, because each library would remove the backups of the other. */
export async function requireSameLibrary(target: string, codec: Codec, facts: SnapshotFacts): Promise<void> {
  const last = (await listSnapshots(target, codec.isEncrypted)).at(-1);
  if (last === undefined) return;
  const manifest = await readManifest(openFolderReader(target), last, codec).catch(nullWhenDamaged);
  if (manifest && manifest.library !== libraryOf(facts))
    throw new BackupProblem(`${target} holds the backups of another library; give each a separate folder`);
}

/** Throws if the target is inside the data folder. */
export async function requireOutside({ dataDir, target }: BackupPaths): Promise<void> {
  const inside = await realpath(dataDir).catch(() => path.resolve(dataDir));
  const parent = path.dirname(path.resolve(target));
  const resolved = await realpath(target).catch(async () =>
    path.join(await realpath(parent).catch(() => parent), path.basename(target)),
  );
  if (resolved === inside || resolved.startsWith(inside + path.sep))
    throw new BackupProblem(`${target} is inside the data folder and would be lost with it; choose another place`);
}

/** Throws before this many bytes would fill the disk of the library. */
export async function requireRoom({ dataDir, target }: BackupPaths, bytes: number): Promise<void> {
  const folder = isArchive(target) ? path.dirname(target) : target;
  const [own, theirs] = await Promise.all([stat(dataDir), stat(folder)]);
  if (own.dev !== theirs.dev) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < reserveBytes)
    throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' });
}
