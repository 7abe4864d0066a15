import { kindNames, type Material } from '#domain/material.ts';
import { pageTitle } from '#app/features/layout/page-head.ts';
import type { HeadWords } from './head-words.ts';

/** The parts of a faculty that a description needs. */
export type NamedFaculty = { fullName: string; terms: readonly { id: string; name: string }[] };

/**
 * Returns title and description of a material opened at one of its pages. Leaves out the faculty if it is not known, and the page
 * number of the first page.
 */
export function materialWords(material: Material, faculty: NamedFaculty | null, page = 1): HeadWords {
  const kind = kindNames[material.kind];
  const isAtPage = page > 1 && page <= (material.pageCount ?? 1);
  const term = faculty?.terms.find(({ id }) => id === material.semesterId);
  const place = [material.subject, faculty?.fullName, term?.name].filter(Boolean).join(', ');
  return {
    title: pageTitle([material.title, ...(isAtPage ? [`Page ${page}`] : []), kind]),
    description: `${kind} for ${place}: read it online or download it.`,
  };
}
