import { findFaculty, findTerm, type Catalogue } from '#domain/catalogue.ts';
import { readAsYearAd, type Calendar } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

/** The texts about a material outside of our pages. */
export type MaterialWords = {
  kind: string;
  /** The years in the calendar of the site; '' without a year. */
  year: string;
  /** The year AD; null without a year. */
  yearAd: number | null;
  /** The faculty by the catalogue; its ids if the catalogue no longer has it. */
  faculty: { name: string; fullName: string; university: string | null };
  term: string;
  /** The code of the subject, if it has one. */
  code: string | null;
  /** One sentence with the material's kind and place. */
  summary: string;
};

export function describeMaterial(material: Material, catalogue: Catalogue, calendar: Calendar): MaterialWords {
  const { kind, facultyId, semesterId, subject } = material;
  const faculty = findFaculty(catalogue, facultyId);
  const term = faculty && findTerm(faculty, semesterId);
  const name = faculty?.name ?? facultyId;
  const termName = term?.name ?? semesterId;
  const year = yearWords(material, calendar);
  const first = [kindNames[kind], year].filter(Boolean).join(', ');
  const isLocked = material.fileType === 'application/pdf' && material.pageCount === null;
  const warning = isLocked ? ' The file may be damaged, or need a password.' : '';
  return {
    kind: kindNames[kind],
    year,
    yearAd: readAsYearAd(material.year, new Date().getUTCFullYear()),
    faculty: { name, fullName: faculty?.fullName ?? name, university: faculty?.university ?? null },
    term: termName,
    code: term?.subjects.find((each) => each.name === subject)?.code ?? null,
    summary: `${first}. ${subject}, ${termName}, ${name}.${warning}`,
  };
}
