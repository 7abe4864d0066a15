import { element, writeXml, type XmlElement } from './write-xml.ts';

/** A link of a feed or an entry, absolute. The rest is of OPDS 1.2: sections 4 (facets) and 2.2 (counts). */
export type AtomLink = {
  rel: string;
  href: string;
  type: string;
  title?: string;
  /** Length in bytes. */
  length?: number;
  count?: number | undefined;
  facet?: { group: string; isActive: boolean };
};

export type AtomEntry = {
  id: string;
  title: string;
  /** Time in the format of RFC 3339. */
  updated: string;
  published?: string;
  summary: string;
  categories?: readonly { term: string; label: string; scheme: string }[];
  links: readonly AtomLink[];
  /** Further elements of Dublin Core. */
  terms?: Readonly<Record<string, string | readonly string[]>>;
  rights?: string | null;
};

export type AtomFeed = {
  id: string;
  title: string;
  updated: string;
  /** The publisher. */
  author: { name: string; uri: string };
  icon?: string;
  links: readonly AtomLink[];
  entries: readonly AtomEntry[];
  /** Total number of entries, and the number on each page, if known. */
  totals?: { total: number; start: number; perPage: number } | undefined;
};

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
};

/** Writes an Atom document of a feed (RFC 4287). */
export function writeAtom(feed: AtomFeed): string {
  const { totals } = feed;
  return writeXml(
    element(
      'feed',
      namespaces,
      element('id', {}, feed.id),
      element('title', {}, feed.title),
      element('updated', {}, feed.updated),
      element('author', {}, element('name', {}, feed.author.name), element('uri', {}, feed.author.uri)),
      ...(feed.icon ? [element('icon', {}, feed.icon)] : []),
      ...feed.links.map(writeLink),
      ...(totals
        ? [
            element('opensearch:totalResults', {}, String(totals.total)),
            element('opensearch:startIndex', {}, String(totals.start)),
            element('opensearch:itemsPerPage', {}, String(totals.perPage)),
          ]
        : []),
      ...feed.entries.map(writeEntry),
    ),
  );
}

function writeLink({ rel, href, type, title, length, count, facet }: AtomLink): XmlElement {
  return element('link', {
    rel,
    href,
    type,
    title,
    length,
    'opds:facetGroup': facet?.group,
    'opds:activeFacet': facet?.isActive ? 'true' : undefined,
    'thr:count': count,
  });
}

function writeEntry({ id, title, updated, published, summary, categories = [], links, terms = {}, rights }: AtomEntry) {
  return element(
    'entry',
    {},
    element('id', {}, id),
    element('title', {}, title),
    element('updated', {}, updated),
    ...(published ? [element('published', {}, published)] : []),
    ...Object.entries(terms).flatMap(([name, value]) => [value].flat().map((each) => element(`dc:${name}`, {}, each))),
    ...(rights ? [element('rights', {}, rights)] : []),
    ...categories.map(({ term, label, scheme }) => element('category', { term, label, scheme })),
    element('summary', {}, summary),
    ...links.map(writeLink),
  );
}
