import { visitor } from '#domain/account.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import type { MaterialKind } from '#domain/material.ts';
import { pages, robotAddresses } from '#contract/addresses.ts';
import type { Changes } from '#server/library/changes.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { MaterialService } from '#server/library/materials/material-service.ts';

/** A page, or a part of the list of pages: its path, and the time of its last change if known. */
export type MappedAddress = { path: string; updatedAt: string | null };

/** Every page that search engines should find, in parts. */
export interface SiteMap {
  /** Returns the parts that contain pages. */
  listParts(): Promise<MappedAddress[]>;
  /** Returns the pages of the part with this path; null if there is no such part. */
  readPart(path: string): Promise<MappedAddress[] | null>;
}

/**
 * Number of addresses in one part. The protocol allows 50,000 and 50 MB (sitemaps.org/protocol.html); this many are one
 * megabyte, and are read in some ten milliseconds.
 */
const partSize = 10_000;

/** Further pages, without those with `noindex`: search, the forum, sign-in. */
const otherPages = [
  pages.home(),
  pages.books(),
  pages.contributors(),
  pages.about(),
  pages.contact(),
  pages.faq(),
  pages.privacy(),
  pages.terms(),
];

/**
 * Creates the site map. Materials are in parts by the order of creation, so that a part stays the same when new
 * materials are added. The time of a part's last change is cached until one of its materials changes.
 */
export function createSiteMap(parts: {
  database: Pick<Database, 'materials'>;
  materials: Pick<MaterialService, 'count'>;
  catalogue: Catalogue;
  changes: Pick<Changes, 'listen'>;
  partSize?: number;
}): SiteMap {
  const { database, materials, catalogue } = parts;
  const size = parts.partSize ?? partSize;
  const summaries = new Map<number, ReturnType<typeof summarise>>();
  const numberOf = (sequence: number) => Math.floor((sequence - 1) / size) + 1;

  parts.changes.listen((change) => {
    if (change.subject === 'material') summaries.delete(numberOf(change.material.sequence));
    if (change.subject === 'materials')
      for (const { material } of change.changes) summaries.delete(numberOf(material.sequence));
    if (change.subject === 'anything') summaries.clear();
  });

  const rangeOf = (number: number) => ({ from: (number - 1) * size + 1, to: number * size + 1 });

  function summarise(number: number) {
    return database.materials.summarisePublic(rangeOf(number));
  }

  /** Summarises a part. A failure is not cached. */
  function findSummary(number: number): ReturnType<typeof summarise> {
    const known = summaries.get(number);
    if (known) return known;
    const asked = summarise(number);
    summaries.set(number, asked);
    asked.catch(() => {
      if (summaries.get(number) === asked) summaries.delete(number);
    });
    return asked;
  }

  /** Lists the catalogue's pages, and the lists of subjects that are not empty. */
  async function listPages(): Promise<string[]> {
    const { places } = await materials.count(visitor, undefined);
    const held = new Set(places.map((place) => keyOf(place.kind, place.facultyId, place.semesterId, place.subject)));
    return [
      ...otherPages,
      ...catalogue.faculties.flatMap(({ id, terms }) => [
        pages.faculty(id),
        ...terms.flatMap((term) => {
          const has = (kind: MaterialKind, subject: string) => held.has(keyOf(kind, id, term.id, subject));
          return [
            pages.semester(id, term.id),
            ...(term.subjects.some(({ name }) => has('revision', name)) ? [pages.revisionSubjects(id, term.id)] : []),
            ...term.subjects.flatMap(({ name, slug }) => [
              ...(has('paper', name) ? [pages.papers(id, term.id, slug)] : []),
              ...(has('note', name) ? [pages.notes(id, term.id, slug)] : []),
              ...(has('revision', name) ? [pages.revision(id, term.id, slug)] : []),
            ]),
          ];
        }),
      ]),
    ];
  }

  return {
    async listParts() {
      const listed: MappedAddress[] = [];
      const pageCount = (await listPages()).length;
      for (let number = 1; (number - 1) * size < pageCount; number += 1)
        listed.push({ path: robotAddresses.siteMapPart('pages', number), updatedAt: null });
      const last = numberOf(await database.materials.lastSequence());
      // One after the other, so that the database is free for readers in between.
      for (let number = 1; number <= last; number += 1) {
        const { count, updatedAt } = await findSummary(number);
        if (count > 0) listed.push({ path: robotAddresses.siteMapPart('materials', number), updatedAt });
      }
      return listed;
    },

    async readPart(path) {
      const [, list, digits = ''] = /^\/sitemap\/(pages|materials)-([1-9]\d{0,8})\.xml$/.exec(path) ?? [];
      const number = Number(digits);
      if (list === 'pages') {
        const listed = (await listPages()).slice((number - 1) * size, number * size);
        return listed.length > 0 ? listed.map((page) => ({ path: page, updatedAt: null })) : null;
      }
      if (list !== 'materials' || number > numberOf(await database.materials.lastSequence())) return null;
      const listed = await database.materials.listPublic(rangeOf(number));
      if (listed.length === 0) return null;
      return listed.map(({ id, updatedAt }) => ({ path: pages.material(id), updatedAt }));
    },
  };
}

function keyOf(...place: [kind: MaterialKind, facultyId: string, semesterId: string, subject: string]): string {
  return JSON.stringify(place);
}
