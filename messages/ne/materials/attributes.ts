/** Marks and attributes of materials. Only constants: pages share them. */

/** The mark of a material that only administrators see. */
export const hidden = 'लुकाइएको';

export const readerPassword = 'पाठकका लागि पासवर्ड';
export const readerPasswordNote = 'पासवर्डबारे जानकारी';
export const readerPasswordNoteHint = 'ऐच्छिक, जस्तै पासवर्ड कहाँ माग्ने';
