import {
  readerActions,
  type ReaderAction,
  type ReaderActionName,
} from '#app/features/reader/actions/reader-actions.ts';

export type ActionGroup = { title: string; actions: readonly ReaderAction[] };

/** The order of the actions in the menu and the list of shortcuts. */
const order: readonly { title: string; names: readonly ReaderActionName[] }[] = [
  { title: 'Pages', names: ['previousPage', 'nextPage', 'goToPage', 'back'] },
  { title: 'Find', names: ['contents', 'thumbnails', 'find', 'nextHit', 'previousHit'] },
  { title: 'View', names: ['zoomOut', 'zoomIn', 'fitWidth', 'fitPage', 'rotate', 'rotateBack', 'toggleDark'] },
  { title: 'Highlights', names: ['toggleHighlighting', 'highlights'] },
  { title: 'Two side by side', names: ['compare', 'swapSides', 'otherSide'] },
  {
    title: 'Document',
    names: ['newerPaper', 'olderPaper', 'share', 'download', 'keep', 'print', 'selectAll', 'shortcuts', 'close'],
  },
];

/**
 * Returns every action in its group, once; those that no group names are in the group of the document. Groups without actions are
 * left out.
 */
export function groupActions(actions: readonly ReaderAction[] = readerActions): ActionGroup[] {
  const named = new Set(order.flatMap(({ names }) => names));
  return order
    .map(({ title, names }, index) => ({
      title,
      actions: [
        ...names.flatMap((name) => actions.find((action) => action.name === name) ?? []),
        ...(index === order.length - 1 ? actions.filter((action) => !named.has(action.name)) : []),
      ],
    }))
    .filter((group) => group.actions.length > 0);
}
