import type { FaultKind } from './fault-kinds.ts';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';
import { makeBackup } from '#server/upkeep/backup/make-backup.ts';
import { restoreBackup } from '#server/upkeep/backup/restore-backup.ts';
import { digestsOf, openSmallLibrary } from '#test/support/small-library.ts';
import type { Outcome } from './fail-calls.ts';

export const passphrase = 'four words and more';
const workFactor = 10;

export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>;

/** Opens a library of four files, with backups of the first three. */
export async function openBackupWorld() {
  const library = await openSmallLibrary();
  await library.add('one', 'the first file');
  await library.add('large', randomBytes(300_000));
  await library.add('twin', 'the first file');
  const { dataDir, place } = library;
  const digests = await digestsOf(dataDir);
  // The last good backups, of which each deed gets a copy.
  const good = { archive: place('good.tar'), folder: place('good'), locked: place('good-locked.tar') };
  await makeBackup({ dataDir, target: good.archive, passphrase: null });
  await makeBackup({ dataDir, target: good.folder, passphrase: null });
  await makeBackup({ dataDir, target: good.locked, passphrase, workFactor });
  await library.add('new', 'came after the first backup');
  const allDigests = await digestsOf(dataDir);
  let checks = 0;
  /** The files that the last backup of each deed reported as missing. */
  const lacking = new Map<string, string[]>();

  /** Throws unless a backup restores exactly these files. */
  async function requireWhole(
    source: string,
    expected: Record<string, string>,
    { snapshot, secret = null }: { snapshot?: string; secret?: string | null } = {},
  ) {
    const target = place(`check-${(checks += 1)}`);
    await restoreBackup({ source, dataDir: target, passphrase: secret, ...(snapshot && { snapshot }) });
    assert.deepEqual(await digestsOf(target), expected);
    await rm(target, { recursive: true });
  }

  return {
    library,
    dataDir,
    place,
    good,
    /** Digests of the good backups, and of the current library. */
    digests,
    allDigests,
    requireWhole,

    backUp: (id: string, target: string, secret: string | null = null) =>
      attempted(async () => {
        const { missing } = await makeBackup({ dataDir, target, passphrase: secret, workFactor });
        const names = missing.map(({ id: file }) => file);
        lacking.set(id, names);
      }),

    /** Throws unless a backup has everything that it does not report as missing, and the next one as well. */
    async verifyBackup(id: string, source: string, secret: string | null = null): Promise<void> {
      const lost = lacking.get(id) ?? [];
      if (lost.length === 0) return requireWhole(source, allDigests, { secret });
      assert.ok(lost.length <= 2, `missing: ${lost.join(', ')}`);
      const target = place(`check-${(checks += 1)}`);
      const outcome = await restoreBackup({ source, dataDir: target, passphrase: secret });
      const reported = outcome.missing.map(({ id: file }) => file);
      assert.deepEqual(reported, lost);
      await rm(target, { recursive: true });
      const again = source.endsWith('.tar') ? source.replace('.tar', '-again.tar') : source;
      const next = await makeBackup({ dataDir, target: again, passphrase: secret, workFactor });
      assert.deepEqual(next.missing, []);
      await requireWhole(again, allDigests, { secret });
    },

    /** Throws if an unfinished archive exists or could be mistaken for a complete one. */
    async requireNoHalfArchive(file: string, secret: string | null): Promise<void> {
      for (const name of [file, `${file}.partial`]) {
        if (!(await exists(name))) continue;
        const target = place(`check-${(checks += 1)}`);
        const isRefused = await restoreBackup({ source: name, dataDir: target, passphrase: secret }).then(
          () => false,
          (error: unknown) => error instanceof BackupProblem,
        );
        if (!isRefused) assert.deepEqual(await digestsOf(target), allDigests, `${path.basename(name)} looks whole`);
        await rm(target, { recursive: true, force: true });
      }
    },
  };
}

export async function attempted(work: () => Promise<unknown>): Promise<Outcome> {
  return work().then(
    (): Outcome => ({ isDone: true }),
    (error: unknown): Outcome => ({
      isDone: false,
      type: error instanceof BackupProblem ? 'backup_problem' : 'unexplained',
      text: error instanceof Error ? error.message : String(error),
    }),
  );
}

/** True if the message is one line for the operator with the failure, its location and the remedy. */
export function saysWhatToDo({ type, text }: { type: string; text: string }, fault: FaultKind): boolean {
  if (type === 'unexplained') return false;
  // A restored file that cannot be read as a database is damage.
  if (fault.name === 'SQLITE_CORRUPT' && text.includes('is no sound database')) return true;
  if (fault.name === 'ENOSPC' || fault.name === 'SQLITE_FULL') return text.includes('make room');
  return /\b(?:try|copy|choose|look|raise|check|stop)\b/.test(text) && !/damaged: |came into use/.test(text);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

export const never = () => false;
