import { route } from '#contract/route.ts';
import * as publications from '#contract/schemas/publication-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** Publications of staged files (docs/decisions/0070-publications.md). */
export const publicationRoutes = {
  previewPublication: route('POST', '/staging/publications/preview', {
    ...oursToManage,
    summary: 'Preview publishing staged files',
    description: 'Changes nothing. The checks are the same as for publishing.',
    body: publications.publicationPreview,
    answers: {
      200: {
        description: 'The files that would be published, and those that would not.',
        json: publications.publicationSummary,
      },
    },
  }),
  beginPublication: route('POST', '/staging/publications', {
    ...oursToManage,
    summary: 'Begin a publication of staged files',
    description:
      'Publishes nothing yet. Files that are published with its id are one publication: it is listed and undone as one, for any number of requests and people. If a publication of the last day still has to publish one of these files, it is continued.',
    body: publications.newPublication,
    answers: { 200: { description: 'The id of the publication.', json: publications.begunPublication } },
  }),
  listPublications: route('GET', '/staging/publications', {
    ...oursToManage,
    summary: 'List publications of staged files',
    description:
      'Publications that have materials, newest first. `/materials/inventory` takes an id as `publicationId`.',
    query: publications.publicationsQuery,
    answers: { 200: { description: 'The newest ones.', json: publications.publicationList } },
  }),
  previewPublicationUndo: route('GET', '/staging/publications/:id/undo', {
    ...oursToManage,
    summary: 'Preview undoing a publication',
    description: 'Changes nothing.',
    query: publications.publicationUndoQuery,
    answers: {
      200: {
        description: 'The materials that would be unpublished, and those that would not.',
        json: publications.publicationUndo,
      },
    },
    problems: ['document_not_found'],
  }),
  undoPublication: route('POST', '/staging/publications/:id/undo', {
    ...oursToManage,
    summary: 'Undo a publication of staged files',
    description:
      'Unpublishes every material that was not changed since: visitors no longer find it, and its file is staged again with its values. The others stay and are named. Repeating it changes nothing and has the same response; an interrupted undo is completed. Possible for 7 days in which the library runs, for at most 100,000 published files.',
    body: publications.publicationUndoRequest,
    answers: { 200: { description: 'The unpublished materials.', json: publications.publicationUndo } },
    problems: ['document_not_found'],
  }),
};
