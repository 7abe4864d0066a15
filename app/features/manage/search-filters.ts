import { contains, equal, type Filter } from '#contract/query.ts';
import { materialLimits } from '#domain/material.ts';

/** The part of a faculty that can be searched. */
export type SearchedFaculty = { id: string; name: string };

/** How much can be typed. */
export const maxSearchLength = 200;

/** Each word costs two comparisons with every row; further words of a longer search are ignored. */
const maxWords = 12;

/** Keeps a query below the 4096 characters that the API takes, however many faculties match a letter. */
const maxFaculties = 25;

/**
 * What the words of a search ask for: every one of them must be found in the title, the subject or the name of the
 * faculty, or be the year. Case does not matter, neither does order.
 */
export function searchFilters(typed: string, faculties: readonly SearchedFaculty[]): Filter[] {
  return searchWords(typed).map((word) => {
    const facultyIds = faculties
      .filter(({ id, name }) => [id, name].some((text) => fold(text).includes(fold(word))))
      .map(({ id }) => id)
      .slice(0, maxFaculties);
    const year = readYear(word);
    return {
      method: 'or',
      filters: [
        contains('title', word),
        contains('subject', word),
        ...(facultyIds.length > 0 ? [equal('facultyId', ...facultyIds)] : []),
        ...(year === null ? [] : [equal('year', year)]),
      ],
    };
  });
}

/** The words of a search, each once, without the commas and quotes around them. */
function searchWords(typed: string): string[] {
  const words = typed
    .toWellFormed()
    .replaceAll('\0', ' ')
    .slice(0, maxSearchLength)
    .split(/[\s,;"“”]+/u)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** A year in Latin or Devanagari figures, or null. */
function readYear(word: string): number | null {
  const figures = word.replace(/[०-९]/gu, (figure) => `${figure.charCodeAt(0) - '०'.charCodeAt(0)}`);
  const year = /^\d{4}$/.test(figures) ? Number(figures) : Number.NaN;
  return year >= materialLimits.minYear && year <= materialLimits.maxYear ? year : null;
}

function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}
