import type { QueryClient } from '@tanstack/react-query';
import type { Shelf } from '#contract/shelf.ts';
import { fetchFirst } from '#app/features/layout/fetch-first.ts';
import { siteQuery } from '#app/features/layout/site-query.ts';
import { pageHead } from '#app/features/layout/page-head.ts';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectListQuery, subjectPartSize } from '#app/features/materials/material-queries.ts';
import { redirectToLastPart } from '#app/features/materials/last-part.ts';
import * as titles from '#messages/head.ts';
import { facultyCountsQuery, subjectPlacesQuery } from './faculty-queries.ts';
import { guardSubject, guardTerm } from './route-guards.ts';
import { countsOfSubject } from './shelf-summary.ts';
import { shelfNames } from '#messages/kinds.ts';

type TermParams = { facultyId: string; semesterId: string };

type Loading = {
  context: { queryClient: QueryClient; shelf: Shelf };
  params: TermParams & { subject: string };
  deps: { part: number | undefined };
};

/** The names in the head of a subject's page. */
export type SubjectNames = { subject: string; term: string; faculty: string };

/**
 * Checks the subject, and starts to load its list, the counts of its faculty and, if the list is empty, the links to
 * other subjects. The server waits for all of these; the browser shows the page at once, with a skeleton until the list
 * is loaded. The page itself shows a message if the list fails to load.
 */
export async function loadSubjectPage({ context, params, deps }: Loading, kind: SubjectKind): Promise<SubjectNames> {
  const { faculty, term, subject } = await guardSubject(context, params, kind);
  const place = { facultyId: faculty.id, semesterId: term.id, subject: subject.name };
  const { calendar } = await context.queryClient.ensureQueryData(siteQuery(context.shelf));
  const list = subjectListQuery(context.shelf, { kind, place, calendar, part: deps.part });
  const countsQuery = facultyCountsQuery(context.shelf, faculty.id);
  await Promise.all([fetchFirst(context.queryClient, list), fetchFirst(context.queryClient, countsQuery)]);
  redirectToLastPart(context.queryClient, list, deps.part, subjectPartSize);
  const counts = context.queryClient.getQueryData(countsQuery.queryKey);
  if (counts && !countsOfSubject(counts, term.id, subject.name)[kind])
    await fetchFirst(context.queryClient, subjectPlacesQuery(context.shelf, subject.name));
  return { subject: subject.name, term: term.name, faculty: faculty.fullName };
}

/** Checks the term, loads the counts of its faculty, and returns the names in the head of a term's page. */
export async function loadTermPage({ context, params }: Pick<Loading, 'context'> & { params: TermParams }) {
  const { faculty, term } = await guardTerm(context, params);
  await fetchFirst(context.queryClient, facultyCountsQuery(context.shelf, faculty.id));
  return { name: faculty.name, fullName: faculty.fullName, term: term.name };
}

/** Returns title and description of a subject's page. */
export function subjectHead(names: SubjectNames | undefined, kind: SubjectKind) {
  if (!names) return pageHead([shelfNames[kind]]);
  return pageHead([names.subject, shelfNames[kind]], titles.subject(kind, names));
}
