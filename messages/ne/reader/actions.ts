/** Words of the reader's actions, in its toolbars, its menu and the list of shortcuts, and of what they open. */

export const pagesGroup = 'पृष्ठ';
export const previousPage = 'अघिल्लो पृष्ठ';
export const nextPage = 'अर्को पृष्ठ';
export const goToPage = 'पृष्ठमा जानुहोस्';
export const goBack = 'पहिलेको ठाउँमा फर्कनुहोस्';

export const findGroup = 'खोजी';
export const contents = 'विषयसूची';
export const thumbnails = 'पृष्ठका साना तस्बिर';

export const fitWidth = 'चौडाइमा मिलाउनुहोस्';
export const fitPage = 'पूरा पृष्ठ अटाउनुहोस्';
export const trimMargins = 'मार्जिन काट्नुहोस्';
export const oneHalf = 'एक पटकमा आधा पृष्ठ';
export const rotateRight = 'दायाँतिर घुमाउनुहोस्';
export const rotateLeft = 'बायाँतिर घुमाउनुहोस्';
export const readAloud = 'पढेर सुनाउनुहोस्';

export const marksGroup = 'हाइलाइट र बुकमार्क';
export const highlightMode = 'हाइलाइट मोड';
export const highlights = 'हाइलाइटहरू';
export const bookmarkPage = 'यस पृष्ठमा बुकमार्क राख्नुहोस्';

export const sidesGroup = 'दुई सामग्री सँगसँगै';

export const shortcuts = 'किबोर्ड सर्टकट';
export const shortcutList = 'सर्टकटहरू';
export const closeShortcuts = 'सूची बन्द गर्नुहोस्';

/** The tab of the panel with the thumbnails. */
export const pagesTab = 'पृष्ठ';
