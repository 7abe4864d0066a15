/** Responses of the service worker instead of the server. */

/** Shown if the address of the file itself is open. */
export const damagedFile = 'The copy of this file on this device is damaged.';
