import { readMigrations } from '#server/engines/database/migrate.ts';
import { sqliteMigrations } from '#server/engines/database/sqlite/sqlite-file.ts';
import { backupDay } from './backup-day.ts';
import { BackupProblem, nullWhenMissing } from '#server/upkeep/backup/format/backup-problem.ts';
import { openReader, openReaderCodec, readManifest } from './backup-reader.ts';
import { libraryOf } from './check-target.ts';
import type { Manifest } from '#server/upkeep/backup/format/manifest.ts';

/** Accepts an existing backup: of a day (backup-day.ts), or, if null, of any. */
export type Finished = { day: string | null; timeZone: string; at: string };

/**
 * Returns the newest backup at the target if it is complete, of this library, and of that day; else null. Its process
 * was killed before it was noted, or it was made by hand: it is not made again.
 */
export async function findFinished(
  { target, passphrase, finished }: { target: string; passphrase: string | null; finished: Finished },
  { madeAt, now }: { madeAt: number; now: () => number },
): Promise<(Manifest & { snapshot: string }) | null> {
  try {
    await using reader = await openReader(target);
    const codec = await openReaderCodec(reader, target, passphrase);
    const snapshot = (await reader.listSnapshots(codec.isEncrypted)).at(-1);
    if (snapshot === undefined) return null;
    const manifest = await readManifest(reader, snapshot, codec);
    const moment = Date.parse(manifest.takenAt);
    const isOfDay = finished.day === null || (moment <= now() && backupDay(moment, finished) === finished.day);
    const isOurs = manifest.library === libraryOf({ madeAt, migrations: readMigrations(sqliteMigrations) });
    return isOfDay && isOurs ? { ...manifest, snapshot } : null;
  } catch (error) {
    // Problems at the target are reported when it is written.
    if (error instanceof BackupProblem) return null;
    return nullWhenMissing(error);
  }
}
