import { arrivingSetting, closedSetting } from '#server/machinery/faults/closed-library.ts';

/** The state of the backups of a library in PostgreSQL (server/upkeep/backup/daily/backup-notes.ts). */
export const backupsSetting = 'backups';

/** Settings that belong to a location instead of the library: they are not moved, counted or compared. */
export const placeSettings: readonly string[] = [arrivingSetting, closedSetting, backupsSetting];
