import { statfs } from 'node:fs/promises';
import type { Actor } from '#domain/account.ts';
import { formatMoment } from '#domain/moment.ts';
import type { LibraryState } from '#contract/schemas/answer-types.ts';
import type { Shelf } from '#contract/shelf.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import type { DailyBackup } from '#server/upkeep/backup/daily/daily-backup.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { TextService } from '#server/library/text-extraction/text-service.ts';
import { version } from '#server/machinery/version.ts';
import type { ErrorLog } from '#server/machinery/telemetry/error-log.ts';
import type { Metrics } from '#server/machinery/telemetry/metrics.ts';

/**
 * Returns the function that reads the state of the library. It reads everything on request and caches nothing. It
 * throws Problem `user_unauthorized` for everyone except administrators.
 */
export function createLibraryState(parts: {
  metrics: Metrics;
  errors: ErrorLog;
  shelf: Pick<Shelf, 'countByFaculty'>;
  database: Pick<Database, 'materials'>;
  backups: Pick<DailyBackup, 'state'>;
  textReading: Pick<TextService, 'count' | 'countPostponed' | 'recognition' | 'trouble'>;
  dataDir: string;
  now: () => number;
}): (actor: Actor) => Promise<LibraryState> {
  const { metrics, errors, shelf, database, backups, textReading, dataDir, now } = parts;
  const startedAt = formatMoment(now());
  return async (actor) => {
    requireAdministrator(actor);
    const [counts, trash, disk, backup, pages, postponed] = await Promise.all([
      shelf.countByFaculty(),
      database.materials.listTrash({ limit: 1, offset: 0 }),
      readDisk(dataDir),
      backups.state(),
      textReading.count(),
      textReading.countPostponed(),
    ]);
    const { hours, messages } = errors.state();
    return {
      version,
      startedAt,
      shelf: counts.totals,
      trash: trash.total,
      disk,
      backup: {
        isDaily: backup.isDaily,
        lastAt: backup.lastSuccess ? formatMoment(Date.parse(backup.lastSuccess.at)) : null,
        hasFailed: (backup.lastFailure?.at ?? '') > (backup.lastSuccess?.at ?? ''),
      },
      texts: { ...pages, postponed, recognition: textReading.recognition(), trouble: textReading.trouble() },
      memoryBytes: process.memoryUsage.rss(),
      errors: { hours, messages: messages.map((each) => ({ ...each, lastAt: formatMoment(each.lastAt) })) },
      requests: metrics.requests.minutes(),
    };
  };
}

async function readDisk(folder: string): Promise<LibraryState['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
