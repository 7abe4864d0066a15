import { rename, rm, stat } from 'node:fs/promises';
import type { BackupNotes } from './backup-notes.ts';
import type { BackupOutcome } from '#server/upkeep/backup/make-backup.ts';

/**
 * Returns the archive to write on this day. If one was started on an earlier day and interrupted, renames it to this
 * day, so that it is resumed. Appends a number to a name that exists.
 */
export async function beginArchive(notes: BackupNotes, pattern: string, day: string): Promise<string> {
  const { begun } = (await notes.read()).daily;
  let name = '';
  for (let number = 1; name === '' || (await exists(name)); number++)
    name = pattern.replaceAll('{date}', number === 1 ? day : `${day}-${number}`);
  if (begun !== null && begun !== name && (await exists(`${begun}.partial`)) && !(await exists(`${name}.partial`)))
    await rename(`${begun}.partial`, `${name}.partial`);
  await notes.change((state) => ({ ...state, daily: { ...state.daily, begun: name } }));
  return name;
}

/** Returns the archive that was started last if it is complete but not recorded; else null. */
export async function findEnded(notes: BackupNotes): Promise<string | null> {
  const { begun } = (await notes.read()).daily;
  return begun !== null && (await exists(begun)) ? begun : null;
}

/**
 * Records a complete archive, and removes the oldest recorded ones beyond `keep`. Retains an archive that has more than
 * twice the files of the newest one: a library that lost its files must not cause the removal of the backups that have
 * them. Returns the reason why an archive was retained, or null.
 */
export async function keepArchives(notes: BackupNotes, made: BackupOutcome, keep: number): Promise<string | null> {
  const files = made.files - made.missing.length;
  const { daily } = await notes.change((state) => ({
    ...state,
    daily: { ...state.daily, begun: null, archives: [...state.daily.archives, { file: made.target, files }] },
  }));
  let refused: string | null = null;
  for (const archive of daily.archives.slice(0, -keep)) {
    if (files * 2 < archive.files) {
      refused = `the newest backup has ${files} files and ${archive.file} has ${archive.files}`;
      continue;
    }
    await rm(archive.file, { force: true });
    await notes.change((state) => ({
      ...state,
      daily: { ...state.daily, archives: state.daily.archives.filter(({ file }) => file !== archive.file) },
    }));
  }
  return refused;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
