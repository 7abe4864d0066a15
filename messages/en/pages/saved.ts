/** Words of the page with the offline materials of this device. */

export const introduction =
  'You can read and search these materials without a connection. They’re stored in this browser only.';
export const needsScripts = 'This needs JavaScript. Without it, you can download each file and open it later.';
