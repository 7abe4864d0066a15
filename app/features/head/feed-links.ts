import type { RouterManagedTag } from '@tanstack/react-router';
import { api } from '#contract/addresses.ts';

/** The parts of a page's address that determine its feeds. */
type Place = { facultyId?: string; semesterId?: string; subject?: string };

/**
 * Returns the links by which feed readers find the feeds of a page, its subject, its faculty and the whole library, and by which
 * e-readers find the catalogue (OPDS 1.2).
 */
export function feedLinks({ facultyId, semesterId, subject }: Place): RouterManagedTag[] {
  const found = [['New in the library', api.newFeed()]];
  if (facultyId) found.push(['New in this faculty', api.facultyFeed(facultyId)]);
  if (facultyId && semesterId && subject)
    found.push(['New in this subject', api.subjectFeed(facultyId, semesterId, subject)]);
  const feeds = found.map(([title, href]) => ({ rel: 'alternate', type: 'application/atom+xml', title, href }));
  const catalogue = {
    rel: 'related',
    type: 'application/atom+xml;profile=opds-catalog',
    title: 'Catalogue',
    href: api.opds('opds'),
  };
  return [...feeds, catalogue].map((attrs) => ({ tag: 'link', attrs }));
}
