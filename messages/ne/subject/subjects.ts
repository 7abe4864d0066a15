/** Words of the pages with the subjects of a term, and of the card of each subject. Only constants: pages share them. */

export const selectSubject = 'सामग्री हेर्न विषय छान्नुहोस्';
export const viewRevision = 'रिभिजन सामग्री हेर्नुहोस्';

export const nothingYet = 'अहिलेसम्म केही छैन';
/** The links of a card, with the words of the specification. */
export const paper = 'प्रश्नपत्र';
export const notes = 'नोटहरू';
export const revision = 'रिभिजन सामग्री';
