import { route } from '#contract/route.ts';
import * as publications from '#contract/schemas/publication-schemas.ts';
import * as staging from '#contract/schemas/staging-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** Publications of staged files (docs/decisions/0070-publications.md). */
const publicationRoutes = {
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

/** The routes for staged files: uploaded by the hundred, checked, and published when they are ready. */
export const stagingRoutes = {
  stageFiles: route('POST', '/staging', {
    ...oursToManage,
    summary: 'Stage files, before their bytes are sent',
    description:
      'The response has the id to upload each file under, a guess of its place, and whether its bytes are in the library already. Files with the same digest are one staged file with several paths, also if they are staged by different people at different times: it has one id, is guessed from all of its paths, and its bytes are sent once. A file that is staged already is answered as it is, with the new path added.',
    body: staging.newStagedFiles,
    answers: { 200: { description: 'The staged files.', json: staging.stagedBatch } },
    problems: ['staging_full', 'storage_invalid_file_size'],
  }),
  stagePhotographs: route('POST', '/staging/photographs', {
    ...oursToManage,
    summary: 'Stage PDFs to be made from photographs, before the photographs are sent',
    description:
      'Upload each photograph under the id `p` and the first 35 digits of its digest, readable by `label:admin`, then create the PDF under the `fileId` of its row. A row of the same path and photographs that is there already is answered as it is.',
    body: staging.newStagedPhotographs,
    answers: { 200: { description: 'The rows of the PDFs.', json: staging.stagedBatch } },
    problems: ['staging_full'],
  }),
  listStagedFiles: route('GET', '/staging', {
    ...oursToManage,
    summary: 'List staged files',
    query: staging.stagingQuery,
    answers: { 200: { description: 'In the order in which they were staged.', json: staging.stagedList } },
  }),
  listStagingChanges: route('GET', '/staging/changes', {
    ...oursToManage,
    summary: 'List changes of staged files',
    description: 'For programs that show them: cheap to poll every few seconds.',
    query: staging.stagingChangesQuery,
    answers: { 200: { description: 'The changes since that revision.', json: staging.stagingChanges } },
  }),
  updateStagedFiles: route('PATCH', '/staging', {
    ...oursToManage,
    summary: 'Set fields of staged files by hand',
    description:
      'Of all named files or, if it fails, of none. Files like them (of the same folder, with the same name but for numbers) inherit it unless something else was set for them by hand.',
    body: staging.manualUpdate,
    answers: { 200: { description: 'The files as they are now.', json: staging.stagedUpdated } },
  }),
  guessPlace: route('POST', '/staging/guess', {
    ...oursToManage,
    summary: 'Guess where a file belongs',
    description: 'From its name and the text of its first page, as for staged files. Nothing is stored.',
    body: staging.guessedFile,
    answers: { 200: { description: 'Its likely place, kind, year and title.', json: staging.fileGuess } },
  }),
  discardStagedFiles: route('POST', '/staging/discard', {
    ...oursToManage,
    summary: 'Discard staged files',
    description: 'Deletes their bytes, unless a material uses them. Published ones are only removed from the list.',
    body: staging.stagedIds,
    answers: { 200: { description: 'Number of discarded files.', json: staging.stagedDiscarded } },
  }),
  publishStagedFiles: route('POST', '/staging/publish', {
    ...oursToManage,
    summary: 'Publish staged files',
    description:
      'Each becomes a material, exactly once for any number of requests. A file that is not ready is refused, with the reason, unless its state is accepted. Requests with the same `publicationId` are one publication, which can be undone as one.',
    body: staging.stagedPublishing,
    answers: { 200: { description: 'The outcome for each file.', json: staging.stagedPublished } },
    problems: ['document_not_found', 'document_update_conflict'],
  }),
  ...publicationRoutes,
};
