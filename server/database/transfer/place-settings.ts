import { arrivingSetting, closedSetting } from '#server/database/closed-library.ts';

/** Settings that say something of a place and not of the library: they are not moved, counted or compared. */
export const placeSettings: readonly string[] = [arrivingSetting, closedSetting];
