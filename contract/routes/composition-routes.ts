import { route } from '#contract/route.ts';
import * as compositions from '#contract/schemas/composition-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** The routes that change the pages of PDFs (docs/decisions/0093-pages-of-a-pdf.md). */
export const compositionRoutes = {
  composePdf: route('POST', '/compositions', {
    ...oursToManage,
    summary: 'Make a new PDF from pages of stored PDFs',
    description:
      'Turns, leaves out, moves, joins and halves pages. The new PDF becomes a file like an upload; the PDFs that it is made of stay unchanged. Text, pictures and links to websites stay; bookmarks and attached files are left out. Sent again with the same `fileId` and the same pages, the response has the state of the same PDF; after a restart of the server, that makes it.',
    body: compositions.newComposition,
    answers: { 200: { description: 'Its state.', json: compositions.composition } },
    problems: [
      'storage_file_not_found',
      'storage_file_already_exists',
      'storage_file_type_unsupported',
      'storage_invalid_file_size',
      'general_service_unavailable',
    ],
  }),
  replacePages: route('POST', '/materials/:id/pages', {
    ...oursToManage,
    summary: 'Replace the pages of a material, split it, or join others with it',
    description:
      'Gives the document another file, creates new documents, and moves joined ones to the trash, all in one step. The former file stays stored. Undone like a bulk edit, by `POST /materials/changes/:id/undo`: the document gets its former file back, the new documents go to the trash, and the joined ones leave it, unless one of them was changed since. Sent again with the same `changeId`, it changes nothing and has the same response.',
    body: compositions.pagesReplacement,
    answers: { 200: { description: 'The change.', json: compositions.replacedPages } },
    problems: [
      'document_not_found',
      'document_already_exists',
      'document_invalid_structure',
      'document_update_conflict',
      'general_argument_invalid',
    ],
  }),
};
