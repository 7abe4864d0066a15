/** Words of the dialog that edits a material, and of the comparison with the version of someone else. */
import type { MaterialKind } from '#domain/material.ts';
import { kindNames } from '../kinds.ts';

export const edit = (kind: MaterialKind) => `${kindNames[kind]} सम्पादन गर्नुहोस्`;
export const hidden = 'लुकाइएको: यो सामग्री प्रशासकले मात्र देख्छन्।';
export const movedToTrash = 'यसलाई अरू कसैले ट्र्यासमा सारेको छ। सेभ गर्नुभयो भने तपाईंका परिवर्तनसहित यो फिर्ता आउँछ।';
export const saveChanges = 'परिवर्तन सेभ गर्नुहोस्';
export const restoreAndSave = 'फिर्ता ल्याएर सेभ गर्नुहोस्';
export const saving = 'सेभ हुँदै छ…';

export const nothingToSave = 'तपाईंले अहिलेसम्म केही बदल्नुभएको छैन।';
export const cancelled = 'रद्द गरियो। केही बदलिएन।';
/** Follows a sentence with the reason. */
export const nothingChanged = 'केही बदलिएन।';
export const backInLibrary = 'पुस्तकालयमा फर्कियो';
/** Follows a sentence about a file that was restored. */
export const nothingElseChanged = 'अरू केही बदलिएन।';
export const updated = (kind: MaterialKind) => `${kindNames[kind]} अपडेट भयो`;
export const updatedText = (title: string) => `“${title}” अपडेट भयो।`;
export const conflict = (title: string) => `तपाईंले खोलेपछि “${title}” बदलिएको छ।`;

export const conflictTitle = 'अरू कसैले बदलेको छ';
export const conflictExplanation =
  'तपाईं सम्पादन गर्दै हुनुहुँदा अरू कसैले यो सामग्री बदल्यो। अहिलेसम्म केही सेभ भएको छैन। के राख्ने, छान्नुहोस्।';
/** Names of the fields, in the order in which they are compared. */
export const fieldNames = {
  title: 'शीर्षक',
  place: 'सङ्काय, तह, विषय',
  year: 'साल',
  file: 'फाइल',
  password: 'फाइलको पासवर्ड',
  cover: 'आवरण',
};
/** Names of the two versions, by who changed the field: the user, the other person, or both. */
export const versions = {
  mine: { me: 'तपाईंको', both: 'तपाईंको', them: 'तपाईंको (बदलिएको छैन)' },
  theirs: { me: 'अर्को व्यक्तिको (बदलिएको छैन)', both: 'अर्को व्यक्तिको', them: 'अर्को व्यक्तिको' },
};
export const noYear = 'छैन';
export const noPassword = 'छैन';
export const firstPage = 'पहिलो पृष्ठ';
export const image = 'एउटा तस्बिर';
export const backToEditing = 'सम्पादनमा फर्कनुहोस्';
export const keepTheirs = 'अर्को व्यक्तिको राख्नुहोस्';
export const saveChoices = 'मैले छानेको सेभ गर्नुहोस्';
