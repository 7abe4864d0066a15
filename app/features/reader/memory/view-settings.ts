import type { LocalKey } from '#contract/browser-storage.ts';
import { localItems } from '#app/features/layout/stored-items.ts';
import { isObject } from '#app/features/my-reading/stored-map.ts';

/** The way this device shows documents. */
export type ViewSettings = {
  isTrimmed: boolean;
  /** True if documents open with a whole page in the window. */
  fitsPage: boolean;
  /** True once the reader has offered to trim margins. */
  isTrimOffered: boolean;
  /** True if two-up pages are shown half by half in a narrow window. */
  isHalved: boolean;
  /** True once the reader has offered that. */
  isHalvesOffered: boolean;
};

const key = 'reader-view' satisfies LocalKey;

/** The settings on this page if storage is not accessible. */
let unsaved: Partial<ViewSettings> = {};

/** Returns the settings of this device; everything is off until it is chosen. */
export function viewSettings(): ViewSettings {
  const stored = { ...readStored(), ...unsaved };
  return {
    isTrimmed: stored['isTrimmed'] === true,
    fitsPage: stored['fitsPage'] === true,
    isTrimOffered: stored['isTrimOffered'] === true,
    isHalved: stored['isHalved'] === true,
    isHalvesOffered: stored['isHalvesOffered'] === true,
  };
}

/** Changes some settings, and stores them; if storage is not accessible, for this page only. */
export function changeViewSettings(changes: Partial<ViewSettings>): void {
  const settings = { ...viewSettings(), ...changes };
  try {
    localItems.setItem(key, JSON.stringify(settings));
    unsaved = {};
  } catch {
    unsaved = settings;
  }
}

function readStored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localItems.getItem(key) ?? '');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
