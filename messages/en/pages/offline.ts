/** Words of the page that replaces a page that can’t be loaded without a connection. */

export const notStored = 'This page isn’t stored on this device. It opens automatically once you’re online.';
export const looking = 'Looking for this page on this device…';
export const seeOfflineMaterials = 'See offline materials';
