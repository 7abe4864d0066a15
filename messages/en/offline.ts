/** Words of a page that is opened without a connection. */

export const offline = 'You’re offline.';
/** The device has a connection, but the server cannot be reached. */
export const notResponding = 'The library isn’t responding.';
/** `time` is that of `dateAndTime`. */
export const pageAsOf = <Piece>(time: Piece) => ['This is the page as of ', time, '.'] as const;
/** `moment` is in milliseconds since 1970. */
export const dateAndTime = (moment: number) =>
  new Date(moment).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
export const dismiss = 'Dismiss this message';

/** On Home, which begins with the saved subjects. */
export const allSaved = 'All saved';
export const nothingSaved = 'Nothing yet. While you’re online, save a subject to read it here later.';
