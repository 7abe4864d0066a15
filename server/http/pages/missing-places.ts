import type { Shelf } from '#contract/shelf.ts';
import { findSubject, findTerm } from '#domain/catalogue.ts';

/**
 * Checks if an address that looks like a page's names something that does not exist: `here` for a material, which gets
 * 404; `elsewhere` for a faculty, term or subject, which is redirected to the not-found page. Null if the page may
 * exist.
 */
export type FindMissing = (path: string) => Promise<'here' | 'elsewhere' | null>;

/**
 * Detects missing pages at a fraction of the cost of rendering, because clients request made-up addresses by the
 * thousand. Ignores case; the page redirects to the right spelling.
 */
export function createMissingPlaces(shelf: Pick<Shelf, 'findMaterial' | 'listFaculties' | 'findFaculty'>): FindMissing {
  return async (path) => {
    const [kind = '', id = '', ...rest] = path.split('/').slice(1).map(decodeURIComponent);
    if (kind === 'material') return (await shelf.findMaterial(id)).state === 'missing' ? 'here' : null;
    if (kind !== 'faculty') return null;
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

/**
 * Returns a function that gives the number of pages of a published material, 1 if they can't be counted; null if there
 * is no such material.
 */
export function createPageCount(shelf: Pick<Shelf, 'findMaterial'>): (id: string) => Promise<number | null> {
  return async (id) => {
    const found = await shelf.findMaterial(id);
    return found.state === 'published' ? (found.material.pageCount ?? 1) : null;
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
