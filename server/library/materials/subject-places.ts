import type { ShelfCounts, SubjectPlaceCounts } from '#contract/shelf.ts';
import { noneOfAnyKind } from '#domain/material-rules.ts';
import type { Catalogue } from '#domain/catalogue.ts';

/** Returns counts by subject, in the order of the catalogue. Subjects that the catalogue no longer has are left out. */
export function toSubjectPlaces(catalogue: Catalogue, counts: ShelfCounts['places']): SubjectPlaceCounts[] {
  return catalogue.faculties.flatMap((faculty) =>
    faculty.terms.flatMap((term) =>
      term.subjects.flatMap((subject) => {
        const held = counts.filter(
          (place) => place.facultyId === faculty.id && place.semesterId === term.id && place.subject === subject.name,
        );
        if (held.length === 0) return [];
        const totals = noneOfAnyKind();
        for (const { kind, count } of held) totals[kind] += count;
        const place = { facultyId: faculty.id, facultyName: faculty.name, semesterId: term.id, termName: term.name };
        return [{ ...place, subject: subject.name, slug: subject.slug, totals }];
      }),
    ),
  );
}
