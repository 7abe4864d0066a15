import { pages } from '#contract/addresses.ts';
import { findTerm, type Faculty } from '#domain/catalogue.ts';
import type { Step } from './page-steps.ts';

/** A list of materials that a page shows: the part on this page, and the total number. */
export type ListedMaterials = { materials: readonly { id: string; title: string }[]; total: number };

/** Maximum number of addresses in a list: each adds bytes to every page. */
export const maxListed = 50;

/**
 * Returns the items that a page lists, in its order, up to `maxListed`, and their total. Subject pages and the library
 * list materials, terms list subjects, faculties list terms.
 */
export function listedOn(page: {
  address: string;
  materials: ListedMaterials | null;
  faculty: Faculty | null;
  params: { semesterId?: string | undefined; subject?: string | undefined };
}): { items: Step[]; total: number } {
  const { materials, faculty, params } = page;
  if (materials) {
    const items = materials.materials.map(({ id, title }) => ({ name: title, path: pages.material(id) }));
    return { items: items.slice(0, maxListed), total: materials.total };
  }
  if (!faculty || params.subject !== undefined) return { items: [], total: 0 };
  const items = params.semesterId === undefined ? listTerms(faculty) : listSubjects(faculty, params.semesterId, page);
  return { items: items.slice(0, maxListed), total: items.length };
}

function listTerms({ id, terms }: Faculty): Step[] {
  return terms.map((term) => ({ name: term.name, path: pages.semester(id, term.id) }));
}

function listSubjects(faculty: Faculty, semesterId: string, { address }: { address: string }): Step[] {
  const subjectPath = address.startsWith(pages.revisionSubjects(faculty.id, semesterId))
    ? pages.revision
    : pages.papers;
  return (findTerm(faculty, semesterId)?.subjects ?? []).map(({ name, slug }) => ({
    name,
    path: subjectPath(faculty.id, semesterId, slug),
  }));
}
