import type { StoredItems } from '#app/features/layout/stored-items.ts';

/**
 * The stored marker of a session, in local storage. The session itself is an HttpOnly cookie that no script can read; the marker
 * only shows that there may be one, so that a visitor who never signed in causes no account request.
 */

/**
 * `page`: a full page load ends the session, unless the panel is open in another tab. `kept`: *Keep me signed in* was
 * ticked.
 */
export type SessionMarker = 'page' | 'kept';

export type MarkerStorage = StoredItems<'session'>;

export const markerKey = 'session';

/** Returns the marker; null if there is none or if storage is not accessible (private modes). */
export function readMarker(storage: MarkerStorage): SessionMarker | null {
  try {
    const value = storage.getItem(markerKey);
    return value === 'page' || value === 'kept' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Sets the marker or, with null, removes it. Does not throw if storage is not accessible: the session then ends with
 * the cookie.
 */
export function writeMarker(storage: MarkerStorage, marker: SessionMarker | null): void {
  try {
    if (marker === null) storage.removeItem(markerKey);
    else storage.setItem(markerKey, marker);
  } catch {
    return;
  }
}
