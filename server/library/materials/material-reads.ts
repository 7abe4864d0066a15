import { mayRead, readersFor } from '#contract/permissions.ts';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import { findFaculty, hasPlace, type Catalogue } from '#domain/catalogue.ts';
import type { ShelfCounts, SubjectPlaceCounts } from '#contract/shelf.ts';
import { noneOfAnyKind } from '#domain/material-rules.ts';
import { requireAdministrator } from '#server/library/accounts/require-administrator.ts';
import { getPublished, notFound, type MaterialService, type MaterialParts } from './material-service.ts';

type Reads =
  | 'list'
  | 'get'
  | 'find'
  | 'count'
  | 'countByFaculty'
  | 'countByYear'
  | 'findSubjectPlaces'
  | 'listTrash'
  | 'listMisplaced'
  | 'listUnusedFiles';

/** All reads of materials. */
export function createMaterialReads({
  database,
  catalogue,
}: Pick<MaterialParts, 'database' | 'catalogue'>): Pick<MaterialService, Reads> {
  /** True if the actor could read a hidden material before it was hidden. */
  async function couldRead(actor: Actor, id: string): Promise<boolean> {
    const hiding = await database.materials.findHiding(id);
    return mayRead(actor, hiding?.formerPermissions ?? []);
  }

  return {
    list: (actor, kind, query) => database.materials.list(kind, query, readersFor(actor)),

    async get(actor, kind, id) {
      const material = await getPublished(database, kind, id);
      if (!mayRead(actor, material.permissions)) throw notFound(id);
      return material;
    },

    async find(actor, id) {
      const material = await database.materials.find(id);
      if (material) {
        const { kind, facultyId, semesterId, subject, deletedAt } = material;
        const mayReadIt = mayRead(actor, material.permissions);
        if (mayReadIt && deletedAt === null) return { state: 'published', material };
        // An actor who could never read it does not learn that it exists.
        if (!mayReadIt && !(await couldRead(actor, id))) return { state: 'missing' };
        return {
          state: deletedAt === null ? 'hidden' : 'withdrawn',
          place: { kind, facultyId, semesterId, subject },
        };
      }
      return (await database.materials.wasPurged(id)) ? { state: 'withdrawn', place: null } : { state: 'missing' };
    },

    count: (actor, places) => database.materials.count(places, readersFor(actor)),
    countByFaculty: (actor) => database.materials.countByFaculty(readersFor(actor)),

    async countByYear(actor, facultyId) {
      requireAdministrator(actor);
      if (!findFaculty(catalogue, facultyId)) throw new Problem('document_not_found', 'There is no such faculty.');
      return database.materials.countByYear(facultyId);
    },

    async findSubjectPlaces(actor, name) {
      const { places } = await database.materials.count({ subject: name }, readersFor(actor));
      return toSubjectPlaces(catalogue, places);
    },

    async listTrash(actor, page) {
      requireAdministrator(actor);
      return database.materials.listTrash(page);
    },

    async listMisplaced(actor, page) {
      requireAdministrator(actor);
      const { places } = await database.materials.count(undefined, 'everything');
      const misplaced = new Map(
        places.filter((place) => !hasPlace(catalogue, place)).map((place) => [placeKey(place), place]),
      );
      return database.materials.listAt([...misplaced.values()], page);
    },

    async listUnusedFiles(actor, page) {
      requireAdministrator(actor);
      return database.files.listUnused(page);
    },
  };
}

type CataloguePlace = { facultyId: string; semesterId: string; subject: string };

const placeKey = ({ facultyId, semesterId, subject }: CataloguePlace) =>
  JSON.stringify([facultyId, semesterId, subject]);

/** Returns counts by subject, in the order of the catalogue. Subjects that the catalogue no longer has are left out. */
function toSubjectPlaces(catalogue: Catalogue, counts: ShelfCounts['places']): SubjectPlaceCounts[] {
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
