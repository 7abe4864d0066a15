/** Words of the library of books. */

import { counted } from '../format.ts';
import { countWords } from '../kinds.ts';

export const introduction = 'डिजिटल पुस्तकालयका पुस्तकहरू खोज्नुहोस् र पढ्नुहोस्।';
export const books = 'पुस्तकहरू';
export const allBooks = 'सबै पुस्तक';

export const allFaculties = 'सबै सङ्काय';
export const allSemesters = 'सबै सेमेस्टर';
export const allYears = 'सबै वर्ष';
export const chooseFacultyFirst = 'सेमेस्टरअनुसार हेर्न पहिले सङ्काय छान्नुहोस्';
export const searchBooks = 'पुस्तक खोज्नुहोस्…';
export const showBooks = 'पुस्तक देखाउनुहोस्';

/** Below the number of books: the books of the faculty's other terms. */
export const moreInOtherTerms = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? `अन्य वर्षमा ${counted(count, 'वटा थप')}` : `अन्य सेमेस्टरमा ${counted(count, 'वटा थप')}`;
export const showOtherTerms = (count: number, unit: 'semester' | 'year') =>
  unit === 'year'
    ? `अन्य वर्षका ${countWords('book', count)} देखाउनुहोस्`
    : `अन्य सेमेस्टरका ${countWords('book', count)} देखाउनुहोस्`;
export const noMatch = 'तपाईंले खोज्नुभएको पुस्तक भेटिएन।';
export const searchEverything = (text: string) => `सबै सामग्रीमा “${text}” खोज्नुहोस्`;

export const favorites = 'मनपर्ने पुस्तकहरू';
export const noFavorites = 'अहिलेसम्म कुनै मनपर्ने पुस्तक छैन।';
