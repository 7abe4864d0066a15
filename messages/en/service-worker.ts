/** Responses of the service worker instead of the server. */

/** Shown if the address of the file itself is open. */
export const damagedFile = 'The copy of this file on this device is damaged.';
/** A page without styles, when the browser has removed everything stored. */
export const offline = 'You’re offline';
export const notOnDevice = 'This page isn’t on this device.';
