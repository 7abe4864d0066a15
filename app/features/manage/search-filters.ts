import { contains, equal, type Filter } from '#contract/query.ts';
import { latinDigits } from '#domain/latin-digits.ts';
import { materialLimits } from '#domain/material.ts';

/** The part of a faculty that is searched. */
export type SearchedFaculty = { id: string; name: string };

/** The maximum length of the search box. */
export const maxSearchLength = 200;

/** Each word costs two comparisons with every row; the words after these are ignored. */
const maxWords = 12;

/** Keeps a query below the 4096 characters that the API accepts, even if a letter matches many faculties. */
const maxFaculties = 25;

/**
 * The filters for the words of a search: each word has to be in the title, the subject or the name of the faculty, or
 * be the year in either calendar. Order and case do not matter.
 */
export function searchFilters(typed: string, faculties: readonly SearchedFaculty[]): Filter[] {
  return searchWords(typed).map((word) => {
    const facultyIds = faculties
      .filter(({ id, name }) => [id, name].some((text) => fold(text).includes(fold(word))))
      .map(({ id }) => id)
      .slice(0, maxFaculties);
    const year = readYear(word);
    const yearBs = readYear(word, materialLimits.minYearBs, materialLimits.maxYearBs);
    return {
      method: 'or',
      filters: [
        contains('title', word),
        contains('subject', word),
        ...(facultyIds.length > 0 ? [equal('facultyId', ...facultyIds)] : []),
        ...(year === null ? [] : [equal('year', year)]),
        ...(yearBs === null ? [] : [equal('yearBs', yearBs)]),
      ],
    };
  });
}

/** The words of a search without duplicates, and without commas and quotes around them. */
function searchWords(typed: string): string[] {
  const words = typed
    .toWellFormed()
    .replaceAll('\0', ' ')
    .slice(0, maxSearchLength)
    .split(/[\s,;"“”]+/u)
    .filter(Boolean);
  return [...new Set(words)].slice(0, maxWords);
}

/** A year in Latin or Devanagari digits, or null. */
function readYear(word: string, min: number = materialLimits.minYear, max: number = materialLimits.maxYear) {
  const figures = latinDigits(word);
  const year = /^\d{4}$/.test(figures) ? Number(figures) : Number.NaN;
  return year >= min && year <= max ? year : null;
}

function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}
