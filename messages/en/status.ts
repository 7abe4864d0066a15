/** Words of the status of the library, for its operator. */

import { number } from './format.ts';

export const libraryStatus = 'Library status';

export const kinds = {
  paper: 'Question Papers',
  note: 'Study Notes',
  revision: 'Revision Materials',
  book: 'Books',
};
export const inTrash = 'In the trash';

export const server = 'Server';
export const version = 'Version';
export const freeSpace = 'Free disk space';
export const spaceOf = (free: string, total: string) => `${free} of ${total}`;
export const unknownSpace = 'unknown';
export const memoryUsed = 'Memory used';
export const runningSince = 'Running since';
export const lastBackup = 'Last backup';
export const neverBackedUp = 'never';
export const diskNearlyFull =
  'The disk is nearly full. Ask the server’s administrator for more space, or empty the trash.';
export const backupFailed = 'The last backup failed. See the server’s log for the reason.';
export const noBackupYet = 'The first backup hasn’t been made yet.';
export const noBackup = 'There is no backup yet. Ask the server’s administrator to set one up.';
/** BACKUP_TO is a setting. */
export const noAutomaticBackups = 'There are no automatic backups. Ask the server’s administrator to set BACKUP_TO.';

export const fullTextSearch = 'Full-text search';
export const pagesWithText = 'Pages with text';
export const waiting = 'Waiting';
export const notRead = 'Could not be read';
/** OCR_LANGUAGES is a setting. */
export const ocrOff = 'Text isn’t extracted from scanned pages: OCR is off (OCR_LANGUAGES).';
export const scansWaiting = (reason: string) => `Scanned pages are waiting: ${reason}. Retried automatically.`;
export const extractionPaused = (reason: string) => `Text extraction is paused: ${reason}. Retried automatically.`;

export const requests = 'Requests in the last hour';
export const requestChart = (total: number) => `Requests a minute in the last hour: ${number(total)} in total`;
/** Labels of the ends of a chart. */
export const minutesAgo = '60 minutes ago';
export const hoursAgo = '24 hours ago';
export const now = 'now';
export const total = 'Total';
export const refused = 'Refused because of load or limits';
export const slowest = 'Slowest page or list';
export const milliseconds = (value: number) => `${number(value)} ms`;

export const errors = 'Errors in the last 24 hours';
export const errorChart = (total: number) => `Errors an hour in the last 24 hours: ${number(total)} in total`;
export const noErrors = 'None in the last 24 hours, or since the server started.';
export const timesLast = (count: number, last: string) =>
  count === 1 ? `once, last ${last}` : `${number(count)} times, last ${last}`;
export const seeLog = 'The server’s log has the details.';
