import { arrivingSetting, closedSetting } from '#server/database/closed-library.ts';

/** What is known of the backups of a library in PostgreSQL (server/backup/backup-notes.ts). */
export const backupsSetting = 'backups';

/** Settings that say something of a place and not of the library: they are not moved, counted or compared. */
export const placeSettings: readonly string[] = [arrivingSetting, closedSetting, backupsSetting];
