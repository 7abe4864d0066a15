import { route } from './route.ts';
import * as publications from './schemas/publications.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** Publications of staged files (docs/decisions/0070-publications.md). */
export const publicationRoutes = {
  previewPublication: route('POST', '/staging/publications/preview', {
    ...oursToManage,
    summary: 'See what publishing staged files would do',
    description: 'Changes nothing. Files are judged as publishing them judges them.',
    body: publications.publicationPreview,
    answers: { 200: { description: 'What would be published, and what not.', json: publications.publicationSummary } },
  }),
  beginPublication: route('POST', '/staging/publications', {
    ...oursToManage,
    summary: 'Begin a publication of staged files',
    description:
      'Publishes nothing yet. Files that are published with its id are one publication: it is listed as one and undone as one, however many requests and people publish them. If a publication of the last day still has to publish one of these files, that one is continued.',
    body: publications.newPublication,
    answers: { 200: { description: 'The id of the publication.', json: publications.begunPublication } },
  }),
  listPublications: route('GET', '/staging/publications', {
    ...oursToManage,
    summary: 'List publications of staged files',
    description: 'Those that have materials, newest first. `/materials/inventory` takes an id as `publicationId`.',
    query: publications.publicationsQuery,
    answers: { 200: { description: 'The newest ones.', json: publications.publicationList } },
  }),
  previewPublicationUndo: route('GET', '/staging/publications/:id/undo', {
    ...oursToManage,
    summary: 'See what undoing a publication would do',
    description: 'Changes nothing.',
    query: publications.publicationUndoQuery,
    answers: { 200: { description: 'What would be taken back, and what not.', json: publications.publicationUndo } },
    problems: ['document_not_found'],
  }),
  undoPublication: route('POST', '/staging/publications/:id/undo', {
    ...oursToManage,
    summary: 'Undo a publication of staged files',
    description:
      'Every material that nobody changed since is taken back: visitors do not find it any more, and its file is staged again with everything that was set for it. The others stay and are named. Doing it again changes nothing and has the same answer; an undo that was interrupted is completed. Possible for 7 days in which the library runs, for at most 100,000 published files.',
    body: publications.publicationUndoRequest,
    answers: { 200: { description: 'What was taken back.', json: publications.publicationUndo } },
    problems: ['document_not_found'],
  }),
};
