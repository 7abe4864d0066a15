/**
 * What this browser remembers of a session, in local storage. The session itself lives in an HttpOnly cookie that no
 * script can see; the marker only says whether there is one worth asking about, so that a visitor who never signed in
 * causes no account call.
 */

/** `page`: ends with a full page load, unless the panel is open in another tab; `kept`: *Keep me signed in* was ticked. */
export type SessionMarker = 'page' | 'kept';

/** The part of `Storage` a marker needs. */
export type MarkerStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const markerKey = 'session';

/** The marker, or null when there is none or storage is closed to us (private modes). */
export function readMarker(storage: MarkerStorage): SessionMarker | null {
  try {
    const value = storage.getItem(markerKey);
    return value === 'page' || value === 'kept' ? value : null;
  } catch {
    return null;
  }
}

/** Sets or, with null, removes the marker. Closed storage is no error: the session then ends with the cookie. */
export function writeMarker(storage: MarkerStorage, marker: SessionMarker | null): void {
  try {
    if (marker === null) storage.removeItem(markerKey);
    else storage.setItem(markerKey, marker);
  } catch {
    return;
  }
}
