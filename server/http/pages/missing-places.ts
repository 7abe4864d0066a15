import type { Shelf } from '#contract/shelf.ts';
import { findSubject, findTerm } from '#domain/catalogue.ts';

/**
 * Whether an address of a page's form names a place that there is not: a material, which is answered with 404 where it
 * is, or a faculty, term or subject, which lead to the not-found page. Null when the page may be there.
 */
export type FindMissing = (path: string) => Promise<'here' | 'elsewhere' | null>;

/**
 * Finds out what a rendering would find out, for a fraction of its cost: made-up addresses are asked for by the
 * thousand. Capitals do not matter here; the page leads to the right ones.
 */
export function createMissingPlaces(shelf: Pick<Shelf, 'findMaterial' | 'listFaculties' | 'findFaculty'>): FindMissing {
  return async (path) => {
    const [place = '', id = '', ...rest] = path.split('/').slice(1).map(decodeURIComponent);
    if (place === 'material') return (await shelf.findMaterial(id)).state === 'missing' ? 'here' : null;
    if (place !== 'faculty') return null;
    const faculties = await shelf.listFaculties();
    const known = faculties.find((each) => each.id === id) ?? faculties.find((each) => isSame(each.id, id));
    const faculty = known && (await shelf.findFaculty(known.id));
    if (!faculty) return 'elsewhere';
    const after = (word: string) => (rest.includes(word) ? rest[rest.indexOf(word) + 1] : undefined);
    const termId = after('semester');
    if (termId === undefined) return null;
    const term = findTerm(faculty, termId) ?? faculty.terms.find((each) => isSame(each.id, termId));
    if (!term) return 'elsewhere';
    const subject = after('subject');
    if (subject === undefined) return null;
    return findSubject(term, subject) || findSubject(term, subject.toLowerCase()) ? null : 'elsewhere';
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
