/** Long enough for a sentence, short enough for a row of a list. In UTF-16 code units. */
export const maxHidingReasonLength = 200;
