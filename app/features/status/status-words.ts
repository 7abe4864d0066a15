import type { LibraryState } from '#contract/schemas/answer-types.ts';
import { formatSize } from '#app/features/materials/figures.ts';

/** Fraction of free disk space below which there is a warning. */
const lowShare = 0.1;
/** No warning while this much is free, which is enough for many uploads on any disk. */
const plentyBytes = 20 * 1024 ** 3;

/** Describes how much disk space is free and, if it is little, what to do. */
export function explainDisk(disk: LibraryState['disk']): { text: string; warning: string | null } {
  if (!disk) return { text: 'unknown', warning: null };
  const text = `${formatSize(disk.freeBytes)} of ${formatSize(disk.totalBytes)}`;
  const isLow = disk.freeBytes < plentyBytes && disk.freeBytes < disk.totalBytes * lowShare;
  const warning = 'The disk is nearly full. Ask the server’s administrator for more space, or empty the trash.';
  return { text, warning: isLow ? warning : null };
}

/** Describes a problem with the backups; null if there is a daily backup. */
export function explainBackup({ isDaily, lastAt, hasFailed }: LibraryState['backup']): string | null {
  if (hasFailed) return 'The last backup failed. See the server’s log for the reason.';
  if (lastAt === null && isDaily) return 'The first backup hasn’t been made yet.';
  if (lastAt === null) return 'There is no backup yet. Ask the server’s administrator to set one up.';
  return isDaily ? null : 'There are no automatic backups. Ask the server’s administrator to set BACKUP_TO.';
}

/** Explains why text is not extracted from files or scanned pages; null if it is extracted. */
export function explainReading({
  recognition,
  trouble,
}: Pick<LibraryState['texts'], 'recognition' | 'trouble'>): string | null {
  if (recognition === 'off') return 'Text isn’t extracted from scanned pages: OCR is off (OCR_LANGUAGES).';
  if (trouble === null) return null;
  return `${recognition === 'unavailable' ? 'Scanned pages are waiting' : 'Text extraction is paused'}: ${trouble}. Retried automatically.`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
