/** Words of the buttons of the page of the reading history. */

export const exportIt = 'Export';
export const importIt = 'Import';
export const exportedFile = 'Exported file';

export const imported = 'Imported';
export const historyImported = 'Your reading history was imported.';
export const notImported = 'Not imported';
export const notExportedFile = 'This file wasn’t exported from “My Reading”.';

export const cleared = 'Cleared';
export const nothingStored =
  'This site no longer stores what you read or searched for in this browser. Your theme and the materials under “Saved on this device” remain.';
export const notAllCleared = 'Not all cleared';
export const copiesRemain = 'Copies of pages couldn’t be deleted. Delete this site’s data in your browser’s settings.';
