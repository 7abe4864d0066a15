/** Words of the paper preview, which shows HTML papers. */

export const tools = 'Paper tools';
export const originalPage = 'Original page';

export const loading = 'Loading HTML content...';
export const notLoaded = 'This paper couldn’t be loaded. Check your connection and try again.';
export const scriptsAreOff =
  'This paper’s scripts are off, because they could reveal to its author that you’re reading it.';
export const runScripts = 'Run its scripts';
/** The title of the page in the frame. */
export const readingView = 'Reading view';

export const reportTo = <Piece>(email: Piece) => ['Found an error in this paper? Report it to ', email] as const;
