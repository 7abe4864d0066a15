import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupProblem, explain } from '#server/upkeep/backup/format/backup-problem.ts';
import { openReader, openReaderCodec, readManifest } from '#server/upkeep/backup/backup-reader.ts';
import { contentPath, manifestPath, snapshotsName } from '#server/upkeep/backup/format/layout.ts';
import type { Manifest } from '#server/upkeep/backup/format/manifest.ts';

/**
 * Removes all but the newest `keep` snapshots of a folder, and the bytes that no snapshot needs any more. Removes
 * nothing if the list of contents of a retained snapshot can't be read, or if the newest snapshot has less than half of
 * the files of one that would be removed: a library that lost its files must not cause the removal of the backups that
 * have them. Returns the number of removed snapshots, and the reason why none were removed.
 */
export async function pruneFolder(job: PruneJob): Promise<{ removed: number; refused: string | null }> {
  try {
    return await prune(job);
  } catch (error) {
    throw explain(error, job.folder);
  }
}

type PruneJob = { folder: string; keep: number; passphrase: string | null };

async function prune({ folder, keep, passphrase }: PruneJob): Promise<{ removed: number; refused: string | null }> {
  await using reader = await openReader(folder);
  const codec = await openReaderCodec(reader, folder, passphrase);
  const snapshots = await reader.listSnapshots(codec.isEncrypted);
  const toRemove = snapshots.slice(0, -keep);
  if (toRemove.length === 0) return { removed: 0, refused: null };
  const toKeep: Manifest[] = [];
  for (const name of snapshots.slice(-keep)) toKeep.push(await readManifest(reader, name, codec));
  const newest = toKeep.at(-1);
  for (const name of toRemove) {
    const manifest = await readManifest(reader, name, codec).catch((error: unknown) => {
      if (error instanceof BackupProblem) return null;
      throw error;
    });
    if (manifest && newest && isMuchLess(newest, manifest))
      return {
        removed: 0,
        refused: `the newest backup has ${newest.files - newest.missing.length} files and ${name} has ${manifest.files - manifest.missing.length}`,
      };
  }
  for (const name of toRemove) {
    // A snapshot without its list of contents does not count, so an interrupted removal leaves no half backup.
    await rm(path.join(folder, manifestPath(name, codec.isEncrypted)), { force: true });
    await rm(path.join(folder, snapshotsName, name), { recursive: true, force: true });
  }
  const needed = new Set(
    toKeep.flatMap(({ contents }) => [...contents.keys()].map((sha256) => contentPath(codec.contentName(sha256)))),
  );
  for (const group of await readdir(path.join(folder, 'files')).catch((): string[] => []))
    for (const name of await readdir(path.join(folder, 'files', group)))
      if (!needed.has(`files/${group}/${name}`)) await rm(path.join(folder, 'files', group, name), { force: true });
  return { removed: toRemove.length, refused: null };
}

/** True if the library has shrunk so much that it has more likely lost files than been cleaned up. */
const isMuchLess = (newer: Manifest, older: Manifest) =>
  (newer.files - newer.missing.length) * 2 < older.files - older.missing.length;
