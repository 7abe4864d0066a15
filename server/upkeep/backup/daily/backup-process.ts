import { lowerPriority } from './lower-priority.ts';
import { makeBackup, type BackupJob, type BackupOutcome, BackupIsRunning } from '#server/upkeep/backup/make-backup.ts';
import { pruneFolder } from './prune-folder.ts';

/**
 * The process of the daily backup, so that copying and compressing do not slow down the server. It receives one job as
 * a message (others could read a passphrase in arguments or environment variables), responds with one message, and ends
 * with the server.
 */

export type DailyJob = BackupJob & { keepInFolder: number | null };
export type DailyAnswer =
  | { state: 'made'; outcome: BackupOutcome; refused: string | null }
  | { state: 'busy' }
  | { state: 'failed'; message: string };

/** Timeout for cleaning up once the server is gone, in ms. The next backup removes the remains. */
const stopMs = 1000;

const stop = new AbortController();
process.once('disconnect', () => {
  stop.abort();
  // Not every step respects the signal, and a normal exit can be blocked by a file on a disk that hangs.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopMs).unref();
});
process.once('SIGTERM', () => stop.abort());
process.once('message', (job: DailyJob) => void work(job).then(answer));

lowerPriority();

async function work({ keepInFolder, ...job }: DailyJob): Promise<DailyAnswer> {
  try {
    const outcome = await makeBackup(job, { signal: stop.signal });
    if (keepInFolder === null) return { state: 'made', outcome, refused: null };
    const { refused } = await pruneFolder({ folder: job.target, keep: keepInFolder, passphrase: job.passphrase });
    return { state: 'made', outcome, refused };
  } catch (error) {
    if (error instanceof BackupIsRunning) return { state: 'busy' };
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function answer(message: DailyAnswer): void {
  if (!process.connected) return;
  process.send?.(message, () => process.disconnect());
}
