import { z } from 'zod';
import { isIdentifier } from '#domain/identifier.ts';
import { materialKinds } from '#domain/material.ts';
import { maxQueryLength } from '#domain/search/search-query.ts';
import { feedPositionForm, readFeedPosition } from '#contract/feed-position.ts';
import { route } from '#contract/route.ts';
import { wholeNumber } from '#contract/schemas/value-schemas.ts';

const before = z
  .string()
  .regex(feedPositionForm, 'must be a position from the link of an earlier page.')
  .transform(readFeedPosition)
  .optional();
const kind = z.enum(materialKinds, `must be one of ${materialKinds.join(', ')}.`);

/** Last page of a search; nobody opens as many. */
export const maxOpdsPage = 100;

/** The number of the page, only for readers that show it; `before` has the start of the page. */
const pageNumber = wholeNumber(1, 1_000_000).default(1);

const words = z.string().max(maxQueryLength, `must have at most ${maxQueryLength} characters.`);

/** Number of results at the end of a page that the address of the next page names. */
export const maxOpdsAnchors = 5;
const anchors = z
  .string()
  .max(maxOpdsAnchors * 40)
  .transform((text) => text.split(','))
  .refine((ids) => ids.length <= maxOpdsAnchors && ids.every(isIdentifier), 'must be from the link of an earlier page.')
  .optional();

export const opdsTypes = {
  opds: {
    feed: 'application/atom+xml;profile=opds-catalog',
    navigation: 'application/atom+xml;profile=opds-catalog;kind=navigation',
    acquisition: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
    media: 'application/atom+xml',
  },
  opds2: {
    feed: 'application/opds+json',
    navigation: 'application/opds+json',
    acquisition: 'application/opds+json',
    media: 'application/opds+json',
  },
} as const;

export type OpdsVersion = keyof typeof opdsTypes;

const term = '/faculties/:facultyId/semesters/:semesterId';

/** Returns the routes of the catalogue for e-readers, below `/opds` (OPDS 1.2) or `/opds2` (OPDS 2.0). */
export function opdsRoutes(version: OpdsVersion) {
  const name = version === 'opds' ? 'OPDS 1.2' : 'OPDS 2.0';
  const answers = { 200: { description: `A feed of ${name}.`, media: [opdsTypes[version].media] } };
  const ours = { project: 'unnamed', topic: 'Feeds', answers } as const;
  const inCatalogue = { ...ours, problems: ['document_not_found'] } as const;
  return {
    root: route('GET', `/${version}`, { ...ours, summary: `${name}: start of the catalogue` }),
    newest: route('GET', `/${version}/new`, {
      ...ours,
      summary: `${name}: the newest materials, of all kinds or one`,
      query: z.object({ kind: kind.optional(), before, page: pageNumber }),
    }),
    faculty: route('GET', `/${version}/faculties/:facultyId`, {
      ...inCatalogue,
      summary: `${name}: the terms of a faculty`,
    }),
    term: route('GET', `/${version}${term}`, { ...inCatalogue, summary: `${name}: the subjects of a term` }),
    subject: route('GET', `/${version}${term}/subjects/:subject`, {
      ...inCatalogue,
      summary: `${name}: the kinds of material of a subject`,
    }),
    list: route('GET', `/${version}${term}/subjects/:subject/:kind`, {
      ...inCatalogue,
      summary: `${name}: the materials of a subject and a kind, newest first`,
      query: z.object({ before, page: pageNumber }),
    }),
    search: route('GET', `/${version}/search`, {
      ...ours,
      summary: `${name}: full-text search`,
      query: z.object({
        q: words.default('').meta({ description: 'The search terms.' }),
        query: words.optional().meta({ description: 'The same, as clients of OPDS 2.0 name it.' }),
        kind: kind.optional(),
        page: wholeNumber(1, maxOpdsPage).default(1),
        after: anchors.meta({ description: 'The last results of the previous page, from a link of the feed.' }),
      }),
    }),
  };
}

const one = opdsRoutes('opds');
const two = opdsRoutes('opds2');

export const opdsRouteTable = {
  getOpds: one.root,
  getOpdsNewest: one.newest,
  describeOpdsSearch: route('GET', '/opds/search.xml', {
    project: 'unnamed',
    topic: 'Feeds',
    summary: 'OPDS 1.2: how to search',
    answers: {
      200: { description: 'An OpenSearch description document.', media: ['application/opensearchdescription+xml'] },
    },
  }),
  searchOpds: one.search,
  getOpdsFaculty: one.faculty,
  getOpdsTerm: one.term,
  getOpdsSubject: one.subject,
  listOpds: one.list,
  getOpds2: two.root,
  getOpds2Newest: two.newest,
  searchOpds2: two.search,
  getOpds2Faculty: two.faculty,
  getOpds2Term: two.term,
  getOpds2Subject: two.subject,
  listOpds2: two.list,
  getOpds2Publication: route('GET', '/opds2/publications/:id', {
    project: 'unnamed',
    topic: 'Feeds',
    summary: 'OPDS 2.0: one material',
    answers: { 200: { description: 'A publication of OPDS 2.0.', media: ['application/opds-publication+json'] } },
    problems: ['document_not_found'],
  }),
};
