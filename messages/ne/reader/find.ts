/** Words of Find in the reader. */

import { counted, digits, number } from '../format.ts';

export const anyWord = 'कुनै एक शब्द';
export const matchCase = 'ठूला र साना अक्षर छुट्याउनुहोस्';
export const wholeWords = 'पूरा शब्द मात्र';

/** While only one page is searched. */
export const matchOnPage = (match: number, count: number) => `यस पृष्ठमा ${number(count)} मध्ये ${number(match)}`;
export const noMatchesOnPage = 'यस पृष्ठमा भेटिएन';
export const pageNotRead = 'यो पृष्ठ पढ्न सकिएन।';

export const noText = 'यस डकुमेन्टमा खोज्न मिल्ने पाठ छैन।';
export const searchingPages = (searched: number, pageCount: number) =>
  `खोजिँदै छ… ${digits(pageCount)} मध्ये ${digits(searched)} पृष्ठ`;
/** The matches that are known while the search continues. */
export const soFar = (matches: string) => `अहिलेसम्म ${matches}`;
export const withUnreadPages = (matches: string, count: number) => `${matches}। ${counted(count, 'पृष्ठ')} पढ्न सकिएन।`;
/** Announced for the current match. */
export const matchWithPage = (match: string, page: number) => `${match}, पृष्ठ ${digits(page)}`;
