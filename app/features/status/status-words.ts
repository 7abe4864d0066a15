import type { LibraryState } from '#contract/additions.ts';
import { formatSize } from '#app/features/materials/figures.ts';

/** Below this share of the disk there is a warning. */
const lowShare = 0.1;
/** Nor is there one while so much is left: enough for many uploads on the largest disk. */
const plentyBytes = 20 * 1024 ** 3;

/** How much room is left on the disk, and what to do when it is little. */
export function explainDisk(disk: LibraryState['disk']): { text: string; warning: string | null } {
  if (!disk) return { text: 'unknown', warning: null };
  const text = `${formatSize(disk.freeBytes)} of ${formatSize(disk.totalBytes)}`;
  const isLow = disk.freeBytes < plentyBytes && disk.freeBytes < disk.totalBytes * lowShare;
  const warning = 'The disk is nearly full. Ask who runs the server for more room, or empty the trash.';
  return { text, warning: isLow ? warning : null };
}

/** What is wrong with the backups, or null when one is made every day. */
export function explainBackup({ isDaily, lastAt, hasFailed }: LibraryState['backup']): string | null {
  if (hasFailed) return "The last backup failed. The server's log says why.";
  if (lastAt === null && isDaily) return 'The first backup has not been made yet.';
  if (lastAt === null) return 'There is no backup yet. Ask who runs the server to set one up.';
  return isDaily ? null : 'Backups are not made by themselves. Ask who runs the server to set BACKUP_TO.';
}

/** A moment in the library's time zone, to the minute: `March 4, 2026 at 09:41`. */
export function formatTime(moment: string, timeZone: string): string {
  return new Date(moment).toLocaleString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
