import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Shelf } from '#contract/shelf.ts';
import { findSubject, findTerm, type Faculty, type Subject, type Term } from '#domain/catalogue.ts';
import { facultiesQuery, facultyQuery } from './faculty-queries.ts';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { subjectRoutes } from './subject-routes.ts';

type Context = { queryClient: QueryClient; shelf: Shelf };

/**
 * Returns the faculty in the address. Redirects an unknown one to /not-found, and one in the wrong case to its own
 * address with 308.
 */
export async function guardFaculty({ queryClient, shelf }: Context, facultyId: string): Promise<Faculty> {
  const faculty = await queryClient.ensureQueryData(facultyQuery(shelf, facultyId));
  if (faculty) return faculty;
  const faculties = await queryClient.ensureQueryData(facultiesQuery(shelf));
  const meant = faculties.find((each) => each.id.toLowerCase() === facultyId.toLowerCase());
  if (!meant) throw toNotFound();
  throw redirect({
    to: '.',
    params: (params) => ({ ...params, facultyId: meant.id }),
    search: true,
    statusCode: 308,
  });
}

/**
 * Returns the faculty and term in the address. Redirects unknown ones to /not-found, and names in the wrong case to the
 * correct address with 308.
 */
export async function guardTerm(
  context: Context,
  params: { facultyId: string; semesterId: string },
): Promise<{ faculty: Faculty; term: Term }> {
  const faculty = await guardFaculty(context, params.facultyId);
  const term = findTerm(faculty, params.semesterId);
  if (term) return { faculty, term };
  const meant = faculty.terms.find((each) => each.id.toLowerCase() === params.semesterId.toLowerCase());
  if (!meant) throw toNotFound();
  throw redirect({
    to: '.',
    params: (before) => ({ ...before, semesterId: meant.id }),
    search: true,
    statusCode: 308,
  });
}

/**
 * Returns the faculty, term and subject in the address. Redirects unknown ones to /not-found. Redirects a subject's
 * exact name, or a slug in the wrong case, to its slug with 308.
 */
export async function guardSubject(
  context: Context,
  params: { facultyId: string; semesterId: string; subject: string },
  kind: SubjectKind,
): Promise<{ faculty: Faculty; term: Term; subject: Subject }> {
  const { faculty, term } = await guardTerm(context, params);
  const subject = findSubject(term, params.subject) ?? findSubject(term, params.subject.toLowerCase());
  if (!subject) throw toNotFound();
  if (subject.slug !== params.subject) {
    throw redirect({
      to: subjectRoutes[kind],
      params: { ...params, subject: subject.slug },
      search: true,
      statusCode: 308,
    });
  }
  return { faculty, term, subject };
}

function toNotFound() {
  return redirect({ to: '/not-found', statusCode: 307 });
}
