/** Words of hidden and deleted materials in the tab “Manage Content”, and of the dialog that hides one. */

export const since = (day: string) => `Hidden since ${day}`;
export const sinceBecause = <Piece>(day: string, reason: Piece) => [`Hidden since ${day}: `, reason] as const;

export const hiddenList = 'Hidden';
export const nothingHidden = 'Nothing is hidden.';
export const changeReason = 'Change';
export const changeReasonOf = (title: string) => `Change the reason for hiding ${title}`;

export const trashList = 'Trash';
export const trashEmpty = 'The trash is empty.';
export const deletedOn = (day: string) => `Deleted ${day}`;
export const restore = (title: string) => `Restore ${title}`;
export const purge = 'Delete permanently';
export const purgeTitle = (title: string) => `Delete permanently: ${title}`;
export const purgeQuestion = 'Delete permanently?';
export const purgeExplanation = (title: string) =>
  `"${title}" and its file will be deleted permanently. This can’t be undone.`;

export const hideQuestion = 'Hide this material?';
export const hideExplanation = (title: string) =>
  `"${title}" and its file disappear from the site at once. Administrators still find it here and can show it again.`;
export const reasonQuestion = 'Change the reason?';
export const staysHidden = (title: string) => `"${title}" stays hidden.`;
export const reason = 'Reason';
export const reasonHint = 'Only administrators see it.';
export const reasonMissing = 'Give a reason for other administrators.';
export const suggestions = 'Suggestions';
/** Proposed reasons, which other administrators read as they are here. */
export const reasons = ['The owner asked', 'Wrong paper', 'Under review'];
