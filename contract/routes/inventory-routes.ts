import { route } from '#contract/route.ts';
import * as documents from '#contract/schemas/document-schemas.ts';
import * as inventory from '#contract/schemas/inventory-schemas.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

const howItIsMade =
  'It changes all of them or none: one that can’t be changed this way (its file is of the wrong type, a paper would have no year, the catalogue has no such subject) makes the request fail with 409, and the response names it. At most 5000 at once.';

/** The routes of the list of all materials, and of bulk edits (docs/decisions/0039-bulk-changes.md). */
export const inventoryRoutes = {
  listInventory: route('GET', '/materials/inventory', {
    ...oursToManage,
    summary: 'List materials of all kinds',
    description:
      'Every filter may have several values, of which any must match; all filters must match. Pages by `offset`, or by `after` and `before`, which skip the rows before the page.',
    query: inventory.inventoryQuery,
    answers: { 200: { description: 'Documents of all collections.', json: inventory.inventory } },
    problems: ['general_cursor_not_found'],
  }),
  previewBulkChange: route('POST', '/materials/changes/preview', {
    ...oursToManage,
    summary: 'Preview a bulk edit',
    description: 'Changes nothing. Has the same input as the bulk edit itself.',
    body: inventory.bulkRequest,
    answers: {
      200: {
        description: 'The effects, with the materials that can’t be changed this way.',
        json: inventory.bulkOutcome,
      },
      409: { description: 'A different number of materials matches now.', json: inventory.refusedChange },
    },
    problems: ['document_update_conflict'],
  }),
  makeBulkChange: route('POST', '/materials/changes', {
    ...oursToManage,
    summary: 'Edit many materials at once',
    description: `Edits, hides, shows, deletes or restores materials of any kinds. ${howItIsMade} With another \`kind\` a document moves to another collection and keeps its id and \`$sequence\`; realtime reports it as deleted from the one and created in the other. A cover stays with books only. Realtime reports every document.`,
    body: inventory.bulkRequest,
    answers: {
      200: { description: 'The outcome, and the id for undoing it.', json: inventory.bulkOutcome },
      409: {
        description:
          'Nothing was changed: some materials can’t be changed this way, or a different number of materials matches now.',
        json: inventory.refusedChange,
      },
    },
    problems: ['document_update_conflict'],
  }),
  undoBulkChange: route('POST', '/materials/changes/:id/undo', {
    ...oursToManage,
    summary: 'Undo a bulk edit',
    description:
      'Restores every material that was not changed since, all in one step; the others stay unchanged and are named. Repeating it changes nothing and has the same response. Possible for 7 days of operation, until 100,000 more materials were changed by bulk edits.',
    answers: { 200: { description: 'The result of the undo.', json: inventory.undoOutcome } },
    problems: ['document_not_found'],
  }),
  previewBulkUndo: route('GET', '/materials/changes/:id/undo', {
    ...oursToManage,
    summary: 'Preview undoing a bulk edit',
    description: 'Changes nothing.',
    answers: {
      200: {
        description: 'The materials that would be restored, and those that would not.',
        json: inventory.undoOutcome,
      },
    },
    problems: ['document_not_found'],
  }),
  listUndoable: route('GET', '/materials/undoable', {
    ...oursToManage,
    summary: 'List recent changes',
    description:
      'Bulk edits and publications of staged files of the last 7 days of operation, including undone ones. Single deleted materials are in the trash.',
    query: inventory.undoableQuery,
    answers: { 200: { description: 'Newest first.', json: inventory.undoableList } },
  }),
};

/** The routes for hiding materials and showing them again (docs/decisions/0037-hidden-materials.md). */
export const hidingRoutes = {
  listHidden: route('GET', '/materials/hidden', {
    ...oursToManage,
    summary: 'List hidden materials',
    description: 'Documents of all collections that only administrators may read, with the time and the reason.',
    query: inventory.hiddenQuery,
    answers: { 200: { description: 'Most recently hidden first.', json: inventory.hiddenList } },
  }),
  hideMaterial: route('POST', '/materials/:id/hide', {
    ...oursToManage,
    summary: 'Hide a material at once',
    description:
      'Removes its read permissions. For everybody except administrators it appears deleted: 410 at its address, 404 for the document and for its file, unless another material shows that file. Repeating it only changes the reason. 409 for a material in the trash.',
    body: inventory.hidingRequest,
    answers: { 200: { description: 'The hidden document.', json: inventory.hiddenDocument } },
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
