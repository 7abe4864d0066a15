import { route } from './route.ts';
import * as inventory from './schemas/inventory.ts';
import * as undo from './schemas/undo.ts';

const oursToManage = { project: 'unnamed', who: 'administrator', topic: 'Maintenance' } as const;

const howItIsMade =
  'It is made to all of them or to none: one that cannot be changed so (its file is of the wrong type, a paper would have no year, the catalogue has no such place) refuses the whole with 409, and the answer names it. At most 5000 at once.';

/** The routes of the list of all materials, and of bulk edits (docs/decisions/0039-bulk-changes.md). */
export const inventoryRoutes = {
  listInventory: route('GET', '/materials/inventory', {
    ...oursToManage,
    summary: 'List materials of all kinds',
    description:
      'Every filter may have several values, of which any must hold; all filters must hold. Pages by `offset`, or by `after` and `before`, which read no rows in front of the page.',
    query: inventory.inventoryQuery,
    answers: { 200: { description: 'Documents of all collections.', json: inventory.inventory } },
    problems: ['general_cursor_not_found'],
  }),
  previewBulkChange: route('POST', '/materials/changes/preview', {
    ...oursToManage,
    summary: 'See what a change of many materials would do',
    description: 'Changes nothing, and takes the same as the change itself.',
    body: inventory.bulkRequest,
    answers: {
      200: { description: 'What would happen, with those that cannot be changed so.', json: inventory.bulkOutcome },
      409: { description: 'Another number of materials matches now.', json: inventory.refusedChange },
    },
    problems: ['document_update_conflict'],
  }),
  makeBulkChange: route('POST', '/materials/changes', {
    ...oursToManage,
    summary: 'Change many materials at once',
    description: `Edits, hides, shows, deletes or restores materials of any kinds. ${howItIsMade} With another \`kind\` a document moves to another collection and keeps its id and \`$sequence\`; realtime reports it as deleted from the one and created in the other. A cover stays with books only. Realtime reports every document.`,
    body: inventory.bulkRequest,
    answers: {
      200: { description: 'What was done, and the id by which it can be undone.', json: inventory.bulkOutcome },
      409: {
        description:
          'Nothing was changed: some of them cannot be changed so, or another number of materials matches now.',
        json: inventory.refusedChange,
      },
    },
    problems: ['document_update_conflict'],
  }),
  undoBulkChange: route('POST', '/materials/changes/:id/undo', {
    ...oursToManage,
    summary: 'Undo a change of many materials',
    description:
      'Every material that nobody changed since is as it was before, all in one step; the others stay as they are and are named. Doing it again changes nothing and has the same answer. Possible for 7 days in which the library runs, until 100,000 more materials were changed so.',
    answers: { 200: { description: 'What was undone.', json: inventory.undoOutcome } },
    problems: ['document_not_found'],
  }),
  previewBulkUndo: route('GET', '/materials/changes/:id/undo', {
    ...oursToManage,
    summary: 'See what undoing a change of many materials would do',
    description: 'Changes nothing.',
    answers: { 200: { description: 'What would be put back, and what not.', json: inventory.undoOutcome } },
    problems: ['document_not_found'],
  }),
  listUndoable: route('GET', '/materials/undoable', {
    ...oursToManage,
    summary: 'List what can be undone',
    description:
      'Changes of many materials and publications of staged files of the last 7 days in which the library ran, also those that were undone. Single materials that were deleted are in the trash.',
    query: undo.undoableQuery,
    answers: { 200: { description: 'Newest first.', json: undo.undoableList } },
  }),
};
