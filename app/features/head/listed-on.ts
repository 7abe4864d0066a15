import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import { pages } from '#contract/addresses.ts';
import { findTerm, findSubject, type Faculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import * as nouns from '#messages/nouns.ts';

/** A step of the breadcrumb from Home to a page: a name and a path. */
export type Step = { name: string; path: string };

const home: Step = { name: nouns.home, path: pages.home() };
const subjectPath = { paper: pages.papers, note: pages.notes, revision: pages.revision } as const;

/** Returns the breadcrumb's steps to a material, without levels that are unknown or no longer in the catalogue. */
export function stepsToMaterial(material: Material, faculty: Faculty | null): Step[] {
  const { kind, id, title, facultyId, semesterId } = material;
  const here = { name: title, path: pages.material(id) };
  if (kind === 'book') return [home, { name: nouns.library, path: pages.books() }, here];
  const term = faculty && findTerm(faculty, semesterId);
  const subject = term?.subjects.find((each) => each.name === material.subject);
  return [
    home,
    ...(faculty ? [{ name: faculty.name, path: pages.faculty(facultyId) }] : []),
    ...(term ? [{ name: term.name, path: pages.semester(facultyId, semesterId) }] : []),
    ...(subject ? [{ name: subject.name, path: subjectPath[kind](facultyId, semesterId, subject.slug) }] : []),
    here,
  ];
}

/** Returns the breadcrumb's steps to a page of the catalogue; `kind` is the kind of material that the page lists. */
export function stepsToPlace(
  faculty: Faculty,
  place: { semesterId?: string | undefined; subject?: string | undefined; kind: SubjectKind },
): Step[] {
  const steps = [home, { name: faculty.name, path: pages.faculty(faculty.id) }];
  const term = place.semesterId === undefined ? null : findTerm(faculty, place.semesterId);
  if (!term) return steps;
  steps.push({ name: term.name, path: pages.semester(faculty.id, term.id) });
  const subject = place.subject === undefined ? null : findSubject(term, place.subject);
  if (place.kind === 'revision')
    steps.push({ name: nouns.revision, path: pages.revisionSubjects(faculty.id, term.id) });
  // The breadcrumb's step "Notes" leads to the page itself, so it is not a separate step here.
  if (subject) steps.push({ name: subject.name, path: subjectPath[place.kind](faculty.id, term.id, subject.slug) });
  return steps;
}

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
