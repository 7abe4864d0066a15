import { api, pages, type ContractIds } from '#contract/addresses.ts';
import { opdsTypes } from '#contract/routes/opds-routes.ts';
import type { Site } from '#contract/shelf.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { hasPicture, type Material } from '#domain/material.ts';
import { coarScheme, coarTypes } from '#domain/published-vocabularies.ts';
import { countOf } from '#domain/text/count-of.ts';
import { describeMaterial } from './material-words.ts';
import { writeAtom, type AtomEntry, type AtomLink } from './write-atom.ts';

/** A link to another feed of the catalogue; paths are below `/opds` or `/opds2`. */
export type OpdsEntry = {
  /** Name of the feed, from which its permanent id is made. */
  name: string[];
  title: string;
  summary: string;
  path: string;
  /** True if the feed leads to materials, not to further feeds. */
  hasMaterials: boolean;
  count?: number | undefined;
  /** Relation of the link, if it is not "one level down". */
  rel?: string;
};

/** A feed of the catalogue, in a form common to both versions of OPDS. It has either entries or materials. */
export type OpdsFeed = {
  name: string[];
  title: string;
  path: string;
  up: string | null;
  updated: string;
  entries: OpdsEntry[] | null;
  materials: Material[] | null;
  first?: string;
  previous?: string | undefined;
  next?: string | undefined;
  facets?: { group: string; options: { title: string; path: string; isActive: boolean }[] };
  /** For lists of materials: the number in all pages, the number of this page (from 1), and the page size. */
  totals?: { total: number; page: number; perPage: number };
};

/** Facts that are the same in all feeds of the catalogue. */
export type OpdsFacts = {
  catalogue: Catalogue;
  site: Site;
  publicUrl: string;
  ids: ContractIds;
  /** The languages by the ids of materials. */
  languages: ReadonlyMap<string, readonly string[]>;
  /** Makes permanent ids (feed-service.ts). */
  name: (thing: string, ...names: string[]) => string;
};

export const openAccess = 'http://opds-spec.org/acquisition/open-access';

/** The widths of pictures in catalogues, in pixels; JPEG, because not every e-reader shows WebP. */
const pictureWidths = { full: 640, thumbnail: 160 } as const;

/** Returns a material's picture as JPEG; null if none can be made. */
export function pictureOf(material: Material, size: keyof typeof pictureWidths, { publicUrl, ids }: OpdsFacts) {
  if (!hasPicture(material)) return null;
  const address = api.filePreview(ids, material.coverFileId ?? material.fileId);
  return `${publicUrl}${address}&width=${pictureWidths[size]}&output=jpg`;
}

/** Writes a feed of OPDS 1.2. */
export function writeOpds(feed: OpdsFeed, facts: OpdsFacts): string {
  const { publicUrl, site, name } = facts;
  const at = (path: string) => publicUrl + api.opds('opds') + path;
  const type = feed.materials ? opdsTypes.opds.acquisition : opdsTypes.opds.navigation;
  const link = (rel: string, path: string | undefined, of: string = type): AtomLink[] =>
    path === undefined ? [] : [{ rel, href: at(path), type: of }];
  return writeAtom({
    id: name('catalogue', ...feed.name),
    title: feed.title,
    updated: feed.updated,
    author: { name: site.name, uri: publicUrl },
    icon: `${publicUrl}/favicon.ico`,
    links: [
      ...link('self', feed.path),
      ...link('start', '', opdsTypes.opds.navigation),
      ...link('up', feed.up ?? undefined, opdsTypes.opds.navigation),
      ...link('search', '/search.xml', 'application/opensearchdescription+xml'),
      ...link('first', feed.first),
      ...link('previous', feed.previous),
      ...link('next', feed.next),
      ...(feed.facets?.options ?? []).map((option): AtomLink => ({
        rel: 'http://opds-spec.org/facet',
        href: at(option.path),
        type: opdsTypes.opds.acquisition,
        title: option.title,
        facet: { group: feed.facets?.group ?? '', isActive: option.isActive },
      })),
    ],
    totals: feed.totals && { ...feed.totals, start: (feed.totals.page - 1) * feed.totals.perPage + 1 },
    entries: [
      ...(feed.entries ?? []).map((entry): AtomEntry => ({
        id: name('catalogue', ...entry.name),
        title: entry.title,
        updated: feed.updated,
        summary: entry.summary,
        links: [
          {
            rel: entry.rel ?? 'subsection',
            href: at(entry.path),
            type: entry.hasMaterials ? opdsTypes.opds.acquisition : opdsTypes.opds.navigation,
            count: entry.count,
          },
        ],
      })),
      ...(feed.materials ?? []).map((material) => writeMaterial(material, facts)),
    ],
  });
}

function writeMaterial(material: Material, facts: OpdsFacts): AtomEntry {
  const { publicUrl, ids, site, catalogue, name } = facts;
  const words = describeMaterial(material, catalogue, site.calendar);
  const picture = (rel: string, size: keyof typeof pictureWidths): AtomLink[] => {
    const href = pictureOf(material, size, facts);
    return href === null ? [] : [{ rel, href, type: 'image/jpeg' }];
  };
  return {
    id: name('material', material.id),
    title: material.title,
    updated: material.updatedAt,
    published: material.createdAt,
    summary: words.summary,
    terms: {
      publisher: site.name,
      // The day of the upload is `published`.
      ...(words.yearAd !== null && { issued: String(words.yearAd) }),
      language: facts.languages.get(material.id) ?? [],
      ...(material.pageCount !== null && { extent: countOf(material.pageCount, 'page') }),
    },
    rights: site.rights,
    categories: [
      { term: coarTypes[material.kind].uri, label: coarTypes[material.kind].label, scheme: coarScheme },
      { term: material.kind, label: words.kind, scheme: `${publicUrl}/#kind` },
      { term: material.subject, label: material.subject, scheme: `${publicUrl}/#subject` },
    ],
    links: [
      {
        rel: openAccess,
        href: publicUrl + api.materialDownload(ids, material),
        type: material.fileType,
        length: material.fileSize,
      },
      ...picture('http://opds-spec.org/image', 'full'),
      ...picture('http://opds-spec.org/image/thumbnail', 'thumbnail'),
      { rel: 'alternate', href: publicUrl + pages.material(material.id), type: 'text/html' },
    ],
  };
}
