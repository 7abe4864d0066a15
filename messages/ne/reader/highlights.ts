/** Words of the reader's highlights and bookmarks: their list, the editor, and the list as a text. */

import { counted, digits } from '../format.ts';

export const highlightOnPage = (page: number) => `पृष्ठ ${digits(page)} को हाइलाइट`;
export const colour = 'रङ';
export const yellow = 'पहेँलो';
export const green = 'हरियो';
export const blue = 'नीलो';
export const pink = 'गुलाबी';
export const copyText = 'पाठ कपी गर्नुहोस्';
export const copied = 'कपी भयो।';
export const notCopied = 'तपाईंको ब्राउजरले कपी गर्न सकेन।';
export const removeHighlight = 'हाइलाइट हटाउनुहोस्';
export const note = 'नोट';
export const addNote = 'नोट थप्नुहोस्';

export const saveAsText = 'टेक्स्ट फाइलमा सेभ गर्नुहोस्';
export const copy = 'कपी गर्नुहोस्';
export const listNotCopied = 'तपाईंको ब्राउजरले कपी गर्न सकेन। बरु टेक्स्ट फाइलमा सेभ गर्नुहोस्।';
export const outOfSpace = 'तपाईंको ब्राउजरमा यी राख्ने ठाउँ बाँकी छैन। रिडर बन्द गर्नुअघि टेक्स्ट फाइलमा सेभ गर्नुहोस्।';
export const bookmarkedPages = 'बुकमार्क राखिएका पृष्ठ';
export const removeBookmark = (page: number) => `पृष्ठ ${digits(page)} को बुकमार्क हटाउनुहोस्`;
export const highlightsOnPage = (page: number) => `पृष्ठ ${digits(page)} का हाइलाइट`;
export const editOne = 'रङ र नोट';
export const editQuote = (quote: string) => `“${quote}” को रङ र नोट`;
export const removeQuote = (quote: string) => `“${quote}” हटाउनुहोस्`;

export const noHighlights = 'अहिलेसम्म कुनै हाइलाइट छैन।';
/** The pieces are the names of these actions. */
export const howToHighlight = <Piece>(highlightMode: Piece) =>
  [
    highlightMode,
    ' अन गरेर पाठ छान्नुहोस्। त्यो पहेँलो हुन्छ, यही ब्राउजरमा मात्र सेभ हुन्छ र यस सूचीमा देखिन्छ। अर्को रङ वा नोट राख्न पहेँलो भागमा थिच्नुहोस्।',
  ] as const;
export const howToBookmark = <Piece>(bookmarkPage: Piece) => [bookmarkPage, ' थिच्दा पृष्ठ पनि यस सूचीमा देखिन्छ।'] as const;

/** The name of the saved file. */
export const textFile = (title: string) => `${title} - हाइलाइट.txt`;
export const highlightCount = (count: number) => counted(count, 'वटा हाइलाइट');
export const pagesWithBookmarks = (pages: readonly number[]) =>
  `बुकमार्क राखिएका पृष्ठ: ${pages.map((page) => digits(page)).join(', ')}`;
export const quoted = (quote: string) => `“${quote}”`;
