/** Words of buttons and links that mean the same everywhere. */

export const cancel = 'Cancel';
export const clear = 'Clear';
export const clearAll = 'Clear all';
export const clearFilters = 'Clear filters';
export const close = 'Close';
/** Continues with the next step. */
export const proceed = 'Continue';
export const deleteIt = 'Delete';
export const discard = 'Discard';
export const dismiss = 'Dismiss';
export const download = 'Download';
export const edit = 'Edit';
export const hide = 'Hide';
export const next = 'Next';
export const open = 'Open';
export const previous = 'Previous';
export const print = 'Print';
export const publish = 'Publish';
export const read = 'Read';
export const remove = 'Remove';
export const removeAll = 'Remove all';
export const reportProblem = 'Report a problem';
export const restore = 'Restore';
export const returnHome = 'Return to Home';
export const save = 'Save';
export const saveOffline = 'Save offline';
export const search = 'Search';
export const selectAll = 'Select all';
export const share = 'Share';
export const showAll = 'Show all';
export const tryAgain = 'Try again';
export const undo = 'Undo';
export const view = 'View';
