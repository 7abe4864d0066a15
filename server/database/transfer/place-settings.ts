import { arrivingSetting, closedSetting } from '#server/database/closed-library.ts';

/** The state of the backups of a library in PostgreSQL (server/backup/backup-notes.ts). */
export const backupsSetting = 'backups';

/** Settings of a location instead of the library: they are not moved, counted or compared. */
export const placeSettings: readonly string[] = [arrivingSetting, closedSetting, backupsSetting];
