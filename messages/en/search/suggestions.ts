/** Words of the suggestions below the search box. */

export const suggestions = 'Suggestions';
export const suggestionsShown = (count: number) => (count === 1 ? '1 suggestion' : `${count || 'No'} suggestions`);

export const recentSearches = 'Recent searches';
/** Heading of the materials whose title begins as typed. */
export const titles = 'Titles';

export const removeSearch = (q: string) => `Remove ${q}`;
export const storedHere = 'Stored on this device only.';

/** Below the suggestions in the dialog. Enter is a key. */
export const pressEnter = 'Press Enter to search the text of every page. Words can be in any order.';
export const noneBegins = 'No subject or title begins like this. Press Enter to search the text of every page.';
