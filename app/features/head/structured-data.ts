import type {
  BreadcrumbList,
  CollectionPage,
  Graph,
  ItemList,
  LearningResource,
  SearchAction,
  Thing,
  WebSite,
} from 'schema-dts';
import { api, pages, sharePictureAddress } from '#contract/addresses.ts';
import type { Site } from '#contract/shelf.ts';
import { findSubject, findTerm, type Faculty } from '#domain/catalogue.ts';
import { readAsYearAd } from '#domain/calendar.ts';
import type { Material } from '#domain/material.ts';
import { localAddress } from '#app/features/layout/local-address.ts';
import { tag } from '#messages/language.ts';
import { learningScheme, learningTypes } from '#domain/published-vocabularies.ts';
import { productName } from '#app/features/layout/page-head.ts';
import type { SubjectKind } from '#app/features/materials/kind-words.ts';
import type { HeadWords } from './head-words.ts';
import { listedOn, stepsToMaterial, stepsToPlace, type ListedMaterials, type Step } from './listed-on.ts';

/** The facts of a page for its structured data. */
export type PageFacts = {
  site: Site;
  /** Path of the page's canonical address, including the query. */
  address: string;
  words: HeadWords;
  /** The material that the page is about, or null. */
  material: Material | null;
  /** The languages of the material, if known. */
  languages: readonly string[];
  /** The faculty of the page or of the material, with its subjects, if it is known. */
  faculty: Faculty | null;
  /** The list of materials that the page shows, or null. */
  materials: ListedMaterials | null;
  /** Parameters of the route; while a material is open over a page, those of the page below. */
  params: { facultyId?: string | undefined; semesterId?: string | undefined; subject?: string | undefined };
};

/**
 * Returns the page's structured data as JSON-LD in the vocabulary of schema.org, for a script element: the breadcrumb
 * from Home, and a description of the page's material or list. Returns null for pages that have neither.
 */
export function structuredData(facts: PageFacts): string | null {
  const things = describe(facts);
  if (things.length === 0) return null;
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  // A title may contain the end tag of the element or the start of a comment.
  return JSON.stringify(graph).replaceAll('<', '\\u003c');
}

function describe(facts: PageFacts): Thing[] {
  const { site, address, material, faculty, params } = facts;
  if (material) return [describeMaterial(facts, material), describeSteps(stepsToMaterial(material, faculty), site)];
  if (address === pages.home()) return [describeSite(facts)];
  const isLibrary = address.split('?', 1)[0] === pages.books();
  if (isLibrary) return [describeList(facts)];
  if (!faculty || !address.startsWith(pages.faculty(faculty.id))) return [];
  const steps = describeSteps(stepsToPlace(faculty, { ...params, kind: kindAt(address) }), site);
  return [describeList(facts), steps];
}

function describeSite({ site, words }: PageFacts): WebSite {
  // `query-input` is Google's replacement for a property of schema.org.
  const potentialAction: SearchAction & { 'query-input': string } = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${site.publicUrl}${localAddress(pages.search())}?q={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    '@id': siteId(site),
    name: site.name,
    url: `${site.publicUrl}/`,
    inLanguage: tag,
    ...(words.description !== null && { description: words.description }),
    potentialAction,
  };
}

function describeList(facts: PageFacts): CollectionPage {
  const { site, address, words, faculty, params } = facts;
  const term = faculty && params.semesterId !== undefined ? findTerm(faculty, params.semesterId) : null;
  const subject = term && params.subject !== undefined ? findSubject(term, params.subject) : null;
  const about = subject?.name ?? faculty?.fullName;
  const items = describeItems(facts);
  return {
    '@type': 'CollectionPage',
    '@id': site.publicUrl + localAddress(address),
    url: site.publicUrl + localAddress(address),
    name: words.title.replace(` · ${productName}`, ''),
    ...(words.description !== null && { description: words.description }),
    ...(about !== undefined && { about: thing(about) }),
    inLanguage: tag,
    isPartOf: { '@id': siteId(site) },
    isAccessibleForFree: true,
    ...(items && { mainEntity: items }),
    primaryImageOfPage: { '@type': 'ImageObject', url: site.publicUrl + sharePictureAddress(address) },
  };
}

/** Returns the items of the page's list, in order; undefined if it has none. */
function describeItems(facts: PageFacts): ItemList | undefined {
  const { items, total } = listedOn(facts);
  if (items.length === 0) return undefined;
  return {
    '@type': 'ItemList',
    numberOfItems: total,
    itemListElement: items.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: facts.site.publicUrl + localAddress(path),
    })),
  };
}

function describeMaterial({ site, words, faculty, languages }: PageFacts, material: Material): Thing {
  const { publicUrl } = site;
  const url = publicUrl + localAddress(pages.material(material.id));
  const term = faculty && findTerm(faculty, material.semesterId);
  const year = readAsYearAd(material.year, new Date().getUTCFullYear());
  const library = { '@type': 'Organization', name: site.name, url: `${publicUrl}/` } as const;
  const facts = {
    '@id': url,
    url,
    name: material.title,
    ...(words.description !== null && { description: words.description }),
    image: publicUrl + sharePictureAddress(pages.material(material.id)),
    datePublished: material.createdAt,
    dateModified: material.updatedAt,
    about: thing(material.subject),
    ...(faculty && { educationalLevel: [faculty.fullName, term?.name].filter(Boolean).join(', ') }),
    ...(year !== null && { temporalCoverage: String(year) }),
    ...(languages.length > 0 && { inLanguage: [...languages] }),
    ...(site.rights && (URL.canParse(site.rights) ? { license: site.rights } : { copyrightNotice: site.rights })),
    isAccessibleForFree: true,
    isPartOf: { '@id': siteId(site) },
    provider: library,
    publisher: library,
    encoding: {
      '@type': 'MediaObject',
      contentUrl: publicUrl + api.materialDownload(site.ids, material),
      encodingFormat: material.fileType,
      contentSize: `${material.fileSize} B`,
    },
  } as const;
  if (material.kind === 'book')
    return { '@type': 'Book', ...facts, ...(material.pageCount !== null && { numberOfPages: material.pageCount }) };
  const type = learningTypes[material.kind];
  const resource: LearningResource = {
    '@type': 'LearningResource',
    ...facts,
    learningResourceType: {
      '@type': 'DefinedTerm',
      '@id': type.uri,
      name: type.label,
      inDefinedTermSet: learningScheme,
    },
  };
  return resource;
}

function describeSteps(steps: readonly Step[], { publicUrl }: Site): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + localAddress(path),
    })),
  };
}

function thing(name: string) {
  return { '@type': 'Thing', name } as const;
}

/** Returns the kind of the list at this address of the catalogue, which the path segment after the faculty names. */
function kindAt(address: string): SubjectKind {
  const word = address.split('/')[3];
  return word === 'notes' ? 'note' : word === 'revision' ? 'revision' : 'paper';
}

function siteId({ publicUrl }: Site): string {
  return `${publicUrl}/#site`;
}
