import type { LibraryState } from '#contract/schemas/answer-types.ts';
import { formatSize } from '#app/features/materials/figures.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as words from '#messages/status.ts';

/** Fraction of free disk space below which there is a warning. */
const lowShare = 0.1;
/** No warning while this much is free, which is enough for many uploads on any disk. */
const plentyBytes = 20 * 1024 ** 3;

/** Describes how much disk space is free and, if it is little, what to do. */
export function explainDisk(disk: LibraryState['disk']): { text: string; warning: string | null } {
  if (!disk) return { text: words.unknownSpace, warning: null };
  const text = words.spaceOf(formatSize(disk.freeBytes), formatSize(disk.totalBytes));
  const isLow = disk.freeBytes < plentyBytes && disk.freeBytes < disk.totalBytes * lowShare;
  return { text, warning: isLow ? words.diskNearlyFull : null };
}

/** Describes a problem with the backups; null if there is a daily backup. */
export function explainBackup({ isDaily, lastAt, hasFailed }: LibraryState['backup']): string | null {
  if (hasFailed) return words.backupFailed;
  if (lastAt === null && isDaily) return words.noBackupYet;
  if (lastAt === null) return words.noBackup;
  return isDaily ? null : words.noAutomaticBackups;
}

/** Explains why text is not extracted from files or scanned pages; null if it is extracted. */
export function explainReading({
  recognition,
  trouble,
}: Pick<LibraryState['texts'], 'recognition' | 'trouble'>): string | null {
  if (recognition === 'off') return words.ocrOff;
  if (trouble === null) return null;
  const reason = serverWords(trouble).text;
  return recognition === 'unavailable' ? words.scansWaiting(reason) : words.extractionPaused(reason);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
