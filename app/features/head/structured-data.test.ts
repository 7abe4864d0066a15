import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Site } from '#contract/shelf.ts';
import type { Faculty } from '#domain/catalogue.ts';
import type { Material } from '#domain/material.ts';
import { maxListed } from './listed-on.ts';
import { structuredData, type PageFacts } from './structured-data.ts';

/**
 * The compiler checks types and properties against schema.org (schema-dts). These schemas add the requirements of search engines.
 */

const publicUrl = 'https://library.example.edu';
const address = z.url({ protocol: /^https$/, hostname: /^library\.example\.edu$/ });

/** developers.google.com/search/docs/appearance/structured-data/breadcrumb: at least two steps, in order, each named. */
const breadcrumb = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: z.string().min(1),
        item: address,
      }),
    )
    .min(2)
    .refine((steps) => steps.every(({ position }, index) => position === index + 1)),
});

/** developers.google.com/search/docs/appearance/structured-data/sitelinks-searchbox, and schema.org/SearchAction. */
const webSite = z.object({
  '@type': z.literal('WebSite'),
  name: z.string().min(1),
  url: address,
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.literal(`${publicUrl}/search?q={search_term_string}`),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
});

/** developers.google.com/search/docs/appearance/structured-data/carousel: in order, each with a distinct address. */
const itemList = z.strictObject({
  '@type': z.literal('ItemList'),
  numberOfItems: z.int().positive(),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int().positive(),
        name: z.string().min(1),
        url: address,
      }),
    )
    .min(1)
    .max(maxListed)
    .refine((items) => items.every(({ position }, index) => position === index + 1))
    .refine((items) => new Set(items.map(({ url }) => url)).size === items.length),
});

const organization = z.strictObject({ '@type': z.literal('Organization'), name: z.string().min(1), url: address });

const collection = z.object({
  '@type': z.literal('CollectionPage'),
  '@id': address,
  url: address,
  name: z.string().min(1),
  description: z.string().min(1),
  inLanguage: z.literal('en'),
  isAccessibleForFree: z.literal(true),
  mainEntity: itemList.optional(),
});

/** dublincore.org/specifications/lrmi: topic, audience, whether it is free; dates as ISO 8601. */
const resource = z.looseObject({
  '@type': z.enum(['LearningResource', 'Book']),
  '@id': address,
  url: address,
  name: z.string().min(1),
  description: z.string().min(1),
  provider: organization,
  publisher: organization,
  image: address,
  datePublished: z.iso.datetime({ offset: true }),
  dateModified: z.iso.datetime({ offset: true }),
  isAccessibleForFree: z.literal(true),
  about: z.strictObject({ '@type': z.literal('Thing'), name: z.string().min(1) }),
  encoding: z.object({
    '@type': z.literal('MediaObject'),
    contentUrl: address.refine((url) => /\.(?:pdf|html)$/.test(url)),
    encodingFormat: z.string().regex(/\w\/\w/),
    contentSize: z.string().regex(/^\d+ B$/),
  }),
});

const graph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.union([breadcrumb, webSite, collection, resource])).min(1),
});

const site = {
  name: 'Library',
  publicUrl,
  ids: { projectId: 'examshelf', databaseId: 'library', bucketId: 'files' },
} as Site;
const faculty = {
  id: 'csit',
  name: 'BSc CSIT',
  fullName: 'Bachelor of Science in Computer Science',
  terms: [{ id: '1', name: 'Semester 1', subjects: [{ name: 'भौतिक शास्त्र', code: null, slug: 'भौतिक-शास्त्र' }] }],
} as unknown as Faculty;
const paper = {
  id: 'p1',
  kind: 'paper',
  title: '</script><script>alert(1)</script><!-- भौतिक',
  subject: 'भौतिक शास्त्र',
  facultyId: 'csit',
  semesterId: '1',
  year: 2022,
  fileId: 'f1',
  fileType: 'application/pdf',
  fileSize: 1000,
  pageCount: 4,
  createdAt: '2026-03-04T05:06:07.089+00:00',
  updatedAt: '2026-03-05T05:06:07.089+00:00',
} as Material;

function read(facts: Partial<PageFacts>) {
  const json = structuredData({
    site,
    address: '/',
    words: { title: 'A page · Examshelf', description: 'What it is' },
    material: null,
    materials: null,
    languages: [],
    faculty: null,
    params: {},
    ...facts,
  });
  return json === null ? null : graph.parse(JSON.parse(json))['@graph'];
}

const namesOf = (things: ReturnType<typeof read>) =>
  things?.flatMap((thing) =>
    thing['@type'] === 'BreadcrumbList' ? thing.itemListElement.map(({ name, item }) => [name, item]) : [],
  );

test('every page has the properties that search engines require', () => {
  const subject = '/faculty/csit/notes/semester/1/subject/%E0%A4%AD';
  const params = { facultyId: 'csit', semesterId: '1', subject: 'भौतिक-शास्त्र' };
  expect(read({})?.map((thing) => thing['@type'])).toEqual(['WebSite']);
  expect(read({ address: '/books?part=2' })?.map((thing) => thing['@type'])).toEqual(['CollectionPage']);
  expect(namesOf(read({ address: '/faculty/csit', faculty, params: { facultyId: 'csit' } }))).toHaveLength(2);
  expect(namesOf(read({ address: subject, faculty, params }))).toEqual([
    ['Home', `${publicUrl}/`],
    ['BSc CSIT', `${publicUrl}/faculty/csit`],
    ['Semester 1', `${publicUrl}/faculty/csit/semester/1`],
    ['भौतिक शास्त्र', expect.stringContaining('/faculty/csit/notes/semester/1/subject/%E0%A4%AD')],
  ]);
  expect(read({ material: paper, faculty })?.[0]).toMatchObject({ '@type': 'LearningResource', name: paper.title });
  const book: Material = { ...paper, kind: 'book', year: null };
  expect(namesOf(read({ material: book }))?.map(([name]) => name)).toEqual(['Home', 'Library', paper.title]);
});

test('a material has the language of its text, the rights of the site, its year in AD and a published type', () => {
  const described = (rights: string | null, material: Material = paper) =>
    read({ site: { ...site, rights }, material, faculty, languages: ['en'] })?.[0];
  expect(described('Free for study')).toMatchObject({
    inLanguage: ['en'],
    copyrightNotice: 'Free for study',
    temporalCoverage: '2022',
    learningResourceType: { '@id': 'https://w3id.org/kim/hcrt/assessment' },
  });
  const licence = 'https://creativecommons.org/licenses/by/4.0/';
  expect(described(licence, { ...paper, year: 2079 })).toMatchObject({ license: licence, temporalCoverage: '2022' });
  const without = read({ site: { ...site, rights: null }, material: paper, faculty, languages: [] })?.[0];
  expect(Object.keys(without ?? {})).not.toEqual(expect.arrayContaining(['inLanguage']));
});

test('a list names its items in order: terms, subjects, and materials up to a limit', () => {
  const listOn = (facts: Partial<PageFacts>) => {
    const page = read({ faculty, ...facts })?.find((thing) => thing['@type'] === 'CollectionPage');
    return page?.mainEntity;
  };
  const inTerm = { facultyId: 'csit', semesterId: '1' };
  const namesIn = (facts: Partial<PageFacts>) => listOn(facts)?.itemListElement.map(({ name, url }) => [name, url]);
  expect(namesIn({ address: '/faculty/csit', params: { facultyId: 'csit' } })).toEqual([
    ['Semester 1', `${publicUrl}/faculty/csit/semester/1`],
  ]);
  expect(namesIn({ address: '/faculty/csit/semester/1', params: inTerm })).toEqual([
    ['भौतिक शास्त्र', expect.stringContaining('/faculty/csit/semester/1/subject/')],
  ]);
  expect(namesIn({ address: '/faculty/csit/revision/semester/1', params: inTerm })).toEqual([
    ['भौतिक शास्त्र', expect.stringContaining('/faculty/csit/revision/semester/1/subject/')],
  ]);

  const params = { ...inTerm, subject: 'भौतिक-शास्त्र' };
  const papers = Array.from({ length: maxListed + 1 }, (_, index) => ({ ...paper, id: `p${index}` }));
  const materials = { materials: papers, total: 230 };
  const list = listOn({ address: '/faculty/csit/semester/1/subject/a', params, materials });
  expect(list).toMatchObject({ numberOfItems: 230, itemListElement: { length: maxListed } });
  expect(list?.itemListElement[1]).toMatchObject({ position: 2, url: `${publicUrl}/material/p1` });
  expect(listOn({ address: '/faculty/csit/semester/1/subject/a', params })).toBeUndefined();
  expect(listOn({ address: '/books?part=2', faculty: null, materials })?.numberOfItems).toBe(230);
});

test("a title can't close the script element or open a comment in it", () => {
  const words = { title: paper.title, description: paper.title };
  expect(
    structuredData({ site, address: '/', words, material: paper, materials: null, languages: [], faculty, params: {} }),
  ).not.toMatch(/[<]/);
});

test('a page without anything to describe has no structured data', () => {
  expect(read({ address: '/about' })).toBeNull();
  expect(read({ address: '/search?q=a' })).toBeNull();
});
