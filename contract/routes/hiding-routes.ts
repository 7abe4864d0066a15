import { route } from '#contract/route.ts';
import * as documents from '#contract/schemas/document-schemas.ts';
import * as hiding from '#contract/schemas/hiding-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

/** The routes for hiding materials and showing them again (docs/decisions/0037-hidden-materials.md). */
export const hidingRoutes = {
  listHidden: route('GET', '/materials/hidden', {
    ...oursToManage,
    summary: 'List hidden materials',
    description: 'Documents of all collections that only administrators may read, with the time and the reason.',
    query: hiding.hiddenQuery,
    answers: { 200: { description: 'Most recently hidden first.', json: hiding.hiddenList } },
  }),
  hideMaterial: route('POST', '/materials/:id/hide', {
    ...oursToManage,
    summary: 'Hide a material at once',
    description:
      'Removes its read permissions. For everybody except administrators it appears deleted: 410 at its address, 404 for the document and for its file, unless another material shows that file. Repeating it only changes the reason. 409 for a material in the trash.',
    body: hiding.hidingRequest,
    answers: { 200: { description: 'The hidden document.', json: hiding.hiddenDocument } },
    problems: ['document_not_found', 'document_update_conflict'],
  }),
  showMaterial: route('POST', '/materials/:id/show', {
    ...oursToManage,
    summary: 'Show a hidden material again',
    description:
      'Restores its former readers, or lets everybody read it if it had none. Repeating it changes nothing. 409 for a material in the trash.',
    answers: { 200: { description: 'The document.', json: documents.document } },
    problems: ['document_not_found', 'document_update_conflict'],
  }),
};
