import assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { DailyAnswer, DailyJob } from '#server/upkeep/backup/daily/backup-process.ts';
import { createDailyBackup } from '#server/upkeep/backup/daily/daily-backup.ts';
import { makeBackup, type BackupOutcome } from '#server/upkeep/backup/make-backup.ts';
import { never, saysWhatToDo, type BackupWorld } from './backup-world.ts';
import type { Deed } from './fail-calls.ts';

/** Makes the backup of a day, which replaces that of the day before. */
export async function dailyDeed({ place, dataDir, requireWhole, allDigests }: BackupWorld): Promise<Deed> {
  const dailyStart = Date.parse('2030-05-01T12:00:00Z');
  let days = 0;
  /** Archives that lack a file which could not be read, and report it. */
  const lossy = new Set<string>();
  await mkdir(place('daily'));
  return {
    name: 'daily backup',
    prepare: async () => void (await tick()),
    async act() {
      const { lastFailure, isMade } = await tick();
      return isMade ? { isDone: true } : { isDone: false, type: 'backup_failed', text: lastFailure };
    },
    verifyFailed: async () => requireSomeArchive(),
    verify: async () => requireSomeArchive(),
    isDoneAlready: never,
    isRightAnswer: (outcome, fault) => outcome.text === 'not noted' || saysWhatToDo(outcome, fault),
  };
  /** One day later; every attempt has a separate server. */
  async function tick(): Promise<{ lastFailure: string; isMade: boolean }> {
    days += 1;
    const logged: { msg: string; reason?: string }[] = [];
    const log = pino({}, { write: (line) => void logged.push(JSON.parse(line) as { msg: string }) });
    const daily = createDailyBackup({
      config: {
        dataDir,
        timeZone: 'UTC',
        backup: {
          to: path.join(place('daily'), '{date}.tar'),
          at: '03:00',
          keep: 1,
          passphrase: null,
          passphraseFile: null,
        },
      } as Parameters<typeof createDailyBackup>[0]['config'],
      log,
      now: () => dailyStart + days * 24 * 60 * 60 * 1000,
      run: async (job) => {
        const answer = await runHere(job);
        if (answer.state === 'made' && answer.outcome.missing.length > 0) lossy.add(job.target);
        return answer;
      },
    });
    await daily.tick();
    await daily.close();
    const failed = logged.find(({ msg }) => msg.startsWith('the backup failed'));
    return {
      lastFailure: failed?.reason ?? 'not noted',
      isMade: logged.some(({ msg }) => msg === 'a backup was made'),
    };
  }
  async function requireSomeArchive(): Promise<void> {
    const archives = (await readdir(place('daily'))).filter((name) => name.endsWith('.tar'));
    assert.ok(archives.length > 0, 'no archive is left');
    // An archive with its final name is complete.
    for (const file of archives.slice(-2).map((name) => path.join(place('daily'), name)))
      if (!lossy.has(file)) await requireWhole(file, allDigests);
    for (const name of archives.slice(0, -3)) await rm(path.join(place('daily'), name));
  }
}

/** Runs backup-process.ts in this process. */
async function runHere({ dataDir, target, passphrase }: DailyJob): Promise<DailyAnswer> {
  return makeBackup({ dataDir, target, passphrase }).then(
    (outcome: BackupOutcome): DailyAnswer => ({ state: 'made', outcome, refused: null }),
    (error: unknown): DailyAnswer => ({
      state: 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  );
}
