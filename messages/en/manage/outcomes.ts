/** Words of the toasts about actions on one entry of a list in the tab “Manage Content”. */
import type { MaterialKind } from '#domain/material.ts';
import { number } from '../format.ts';
import { kindNames } from '../kinds.ts';

export const deleted = (kind: MaterialKind) => `${kindNames[kind]} deleted`;
export const deletedText = (kind: MaterialKind) => `The ${kindNames[kind]} has been deleted successfully`;
export const notDeleted = (kind: MaterialKind) => `The ${kindNames[kind]} couldn’t be deleted`;
export const restored = (kind: MaterialKind) => `${kindNames[kind]} restored`;
export const restoredText = (title: string) => `"${title}" is back in the library.`;
export const notRestored = (kind: MaterialKind) => `The ${kindNames[kind]} couldn’t be restored`;
export const purged = (kind: MaterialKind) => `${kindNames[kind]} deleted permanently`;
export const purgedText = (title: string) => `"${title}" has been deleted.`;

export const hidden = (kind: MaterialKind) => `${kindNames[kind]} hidden`;
export const hiddenText = (title: string) => `"${title}" is no longer on the site.`;
export const notHidden = (kind: MaterialKind) => `The ${kindNames[kind]} couldn’t be hidden`;
export const reasonChanged = 'Reason changed';
export const reasonChangedText = (title: string, reason: string) => `"${title}": ${reason}`;
export const shown = (kind: MaterialKind) => `${kindNames[kind]} shown again`;
export const shownText = (title: string) => `"${title}" is back on the site.`;
export const notShown = (kind: MaterialKind) => `The ${kindNames[kind]} couldn’t be shown again`;

export const bothKept = 'Both are kept';
export const bothKeptText = (one: string, other: string) => `"${one}" and "${other}" stay in the library.`;
export const choiceNotSaved = 'The choice couldn’t be saved';

export const fileDeleted = 'File deleted';
export const fileDeletedText = (name: string) => `"${name}" has been deleted.`;
export const fileNotDeleted = 'The file couldn’t be deleted';

export const samplesRemoved = 'Sample materials removed';
export const samplesRemovedText = (count: number) => `${number(count)} removed. They won’t come back.`;
export const samplesNotRemoved = 'The sample materials couldn’t be removed';
