import { api, pages } from '#contract/addresses.ts';
import { opdsTypes } from '#contract/routes/opds-routes.ts';
import type { Material } from '#domain/material.ts';
import { describeMaterial } from './material-words.ts';
import { openAccess, pictureOf, type OpdsFacts, type OpdsFeed } from './write-opds.ts';

const { feed: feedType } = opdsTypes.opds2;
export const publicationType = 'application/opds-publication+json';

/** Writes a feed of OPDS 2.0, as JSON. */
export function writeOpds2(feed: OpdsFeed, facts: OpdsFacts): object {
  const base = facts.publicUrl + api.opds('opds2');
  const link = (rel: string, path: string | null | undefined) =>
    typeof path === 'string' ? [{ rel, href: base + path, type: feedType }] : [];
  const { totals, facets } = feed;
  return {
    metadata: {
      identifier: facts.name('catalogue', ...feed.name),
      title: feed.title,
      modified: feed.updated,
      ...(totals && {
        numberOfItems: totals.total,
        itemsPerPage: totals.perPage,
        currentPage: totals.page,
      }),
    },
    links: [
      ...link('self', feed.path),
      ...link('start', ''),
      ...link('up', feed.up),
      { rel: 'search', href: `${base}/search{?query}`, type: feedType, templated: true },
      ...link('first', feed.first),
      ...link('previous', feed.previous),
      ...link('next', feed.next),
    ],
    ...(feed.entries && {
      navigation: feed.entries.map(({ title, path, rel = 'subsection', count }) => ({
        title,
        href: base + path,
        type: feedType,
        rel,
        ...(count !== undefined && { properties: { numberOfItems: count } }),
      })),
    }),
    ...(feed.materials && { publications: feed.materials.map((material) => writePublication(material, facts)) }),
    ...(facets && {
      facets: [
        {
          metadata: { title: facets.group },
          links: facets.options.map(({ title, path, isActive }) => ({
            title,
            href: base + path,
            type: feedType,
            ...(isActive && { rel: 'self' }),
          })),
        },
      ],
    }),
  };
}

/**
 * Writes a material as a publication of OPDS 2.0. One without its own picture has that of the library: one is required.
 */
export function writePublication(material: Material, facts: OpdsFacts): object {
  const { publicUrl, ids, site, catalogue, name } = facts;
  const words = describeMaterial(material, catalogue, site.calendar);
  const images = (['full', 'thumbnail'] as const).flatMap((size) => {
    const href = pictureOf(material, size, facts);
    return href === null ? [] : [{ href, type: 'image/jpeg' }];
  });
  return {
    metadata: {
      '@type': material.kind === 'book' ? 'http://schema.org/Book' : 'http://schema.org/LearningResource',
      identifier: name('material', material.id),
      title: material.title,
      description: words.summary,
      publisher: site.name,
      subject: [material.subject, words.kind],
      modified: material.updatedAt,
      language: facts.languages.get(material.id) ?? [],
      ...(site.rights !== null && { 'http://purl.org/dc/terms/rights': site.rights }),
      ...(material.pageCount !== null && { numberOfPages: material.pageCount }),
      belongsTo: { collection: `${material.subject}, ${words.term}, ${words.faculty.name}` },
    },
    links: [
      { rel: 'self', href: `${publicUrl}${api.opds('opds2')}/publications/${material.id}`, type: publicationType },
      {
        rel: openAccess,
        href: publicUrl + api.materialDownload(ids, material),
        type: material.fileType,
        size: material.fileSize,
      },
      { rel: 'alternate', href: publicUrl + pages.material(material.id), type: 'text/html' },
      ...(site.rights !== null && URL.canParse(site.rights) ? [{ rel: 'license', href: site.rights }] : []),
    ],
    images: images.length > 0 ? images : [{ href: `${publicUrl}/share.png`, type: 'image/png' }],
  };
}
