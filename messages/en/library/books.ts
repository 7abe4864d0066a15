/** Words of the library of books. */

import { countWords } from '../kinds.ts';

export const introduction = 'Browse and read books from our digital library';
export const books = 'Books';
export const allBooks = 'All Books';

export const allFaculties = 'All Faculties';
export const allSemesters = 'All Semesters';
export const allYears = 'All Years';
export const chooseFacultyFirst = 'To filter by semester, choose a faculty';
export const searchBooks = 'Search books...';
export const showBooks = 'Show books';

/** Below the number of books: the books of the faculty's other terms. */
export const moreInOtherTerms = (count: number, unit: 'semester' | 'year') =>
  unit === 'year' ? `${count} more in other years` : `${count} more in other semesters`;
export const showOtherTerms = (count: number, unit: 'semester' | 'year') =>
  unit === 'year'
    ? `Show ${countWords('book', count)} in other years`
    : `Show ${countWords('book', count)} in other semesters`;
export const noMatch = 'No books found matching your criteria';
export const searchEverything = (text: string) => `Search everything for “${text}”`;

export const favorites = 'Favorite books';
export const noFavorites = 'No favorite books yet';
