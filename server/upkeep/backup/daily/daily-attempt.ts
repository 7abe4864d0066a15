import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import type { DailyAnswer, DailyJob } from './backup-process.ts';
import type { BackupNotes } from './backup-notes.ts';
import { beginArchive, findEnded } from './daily-archives.ts';
import { headerName } from '#server/upkeep/backup/format/layout.ts';
import { findPassphrase, requireStrong } from '#server/upkeep/backup/format/passphrase.ts';

/** Makes the backup of `day` at `target` with the settings. Rejects with an Error for the operator. */
export async function attemptDailyBackup(
  {
    dataDir,
    database,
    store,
    timeZone,
    backup,
  }: Pick<Config, 'dataDir' | 'database' | 'store' | 'timeZone' | 'backup'>,
  { target, day, notes, holder }: { target: string; day: string; notes: BackupNotes; holder: string },
  run: (job: DailyJob) => Promise<DailyAnswer>,
): Promise<DailyAnswer> {
  const passphrase = await findPassphrase({ file: backup.passphraseFile, passphrase: backup.passphrase });
  requireStrong(passphrase);
  const isFile = target.includes('{date}');
  if (!isFile) await requireStillThere(notes, target);
  const job = { dataDir, database, store, passphrase, holder };
  const finished = { day, timeZone, at: backup.at };
  if (!isFile) return run({ ...job, target, finished, keepInFolder: backup.keep });
  const ended = await findEnded(notes);
  if (ended !== null) {
    // The process that wrote it was killed before it was noted. If it can't be read, another one is made next to it.
    const answer = await run({ ...job, target: ended, finished: { ...finished, day: null }, keepInFolder: null });
    if (answer.state !== 'failed') return answer;
  }
  return run({ ...job, target: await beginArchive(notes, target, day), keepInFolder: null });
}

/**
 * Throws if earlier backups are missing. An unmounted disk looks like an empty folder, and a backup there would fill
 * the parent disk.
 */
async function requireStillThere(notes: BackupNotes, target: string): Promise<void> {
  const { lastSuccess } = (await notes.read()).daily;
  if (lastSuccess?.target !== target) return;
  if (await stat(path.join(target, headerName)).catch(() => null)) return;
  throw new Error(
    `the earlier backups in ${target} are not there; is the disk mounted? Each of several servers needs it. To start a new set there, run once: npm run backup -- ${target}`,
  );
}
