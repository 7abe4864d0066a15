import { z } from 'zod';
import { feedPositionForm, readFeedPosition } from '#contract/feed-position.ts';
import { route } from '#contract/route.ts';

const ours = { project: 'unnamed', topic: 'Feeds' } as const;

const pageQuery = z.object({
  before: z
    .string()
    .regex(feedPositionForm, 'must be a position from the link of an earlier page.')
    .transform(readFeedPosition)
    .optional()
    .meta({ description: 'Start of the page, from a link of the feed.' }),
});

const atom = { 200: { description: 'An Atom feed (RFC 4287), in pages (RFC 5005).', media: ['application/atom+xml'] } };

/** The routes of feeds of new materials, and the addresses for other programs. */
export const feedRoutes = {
  getNewFeed: route('GET', '/feeds/new', {
    ...ours,
    summary: 'List new materials of the library',
    description: 'Materials that everybody may read, newest first.',
    query: pageQuery,
    answers: atom,
  }),
  getFacultyFeed: route('GET', '/feeds/faculties/:facultyId', {
    ...ours,
    summary: 'List new materials of a faculty',
    query: pageQuery,
    answers: atom,
    problems: ['document_not_found'],
  }),
  getSubjectFeed: route('GET', '/feeds/faculties/:facultyId/semesters/:semesterId/subjects/:subject', {
    ...ours,
    summary: 'List new materials of a subject',
    description: 'The subject is named by its slug, as in the addresses of its pages.',
    query: pageQuery,
    answers: atom,
    problems: ['document_not_found'],
  }),
};

const description =
  'OAI-PMH 2.0 at one address: `verb` is `Identify`, `ListMetadataFormats`, `ListSets`, `ListIdentifiers`, `ListRecords` or `GetRecord`. Dublin Core (`oai_dc`), a set for each faculty, datestamps to the second. Deleted records are reported forever. Errors of the protocol have the status 200, as the protocol requires.';
const answers = { 200: { description: 'A document of OAI-PMH 2.0.', media: ['text/xml'] } };

/** The address from which other libraries harvest records. */
export const harvestRoutes = {
  harvest: route('GET', '/oai', { ...ours, summary: 'Harvest records', description, answers }),
  harvestByForm: route('POST', '/oai', {
    ...ours,
    summary: 'Harvest records, with a form',
    description: 'The same, with the arguments in a body of the type `application/x-www-form-urlencoded`.',
    answers,
    problems: ['general_bad_request'],
  }),
};
