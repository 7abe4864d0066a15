/** Words of the pages with the subjects of a term, and of the card of each subject. Only constants: pages share them. */

export const selectSubject = 'Select a subject to view Resources';
export const viewRevision = 'View Revision Materials';

export const nothingYet = 'Nothing here yet';
/** The links of a card, with the words of the specification. */
export const paper = 'Question Paper';
export const notes = 'Notes';
export const revision = 'Revision Material';
