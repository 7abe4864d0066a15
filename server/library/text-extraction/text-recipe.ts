/**
 * Incremented when all texts must be read again, also those of scans, which takes hours. A better order of lines was not
 * worth that (decision 72). Of two releases over one database the newer one reads; the older one does not touch the
 * documents that it has begun.
 */
export const textRecipe = 1;

/**
 * The rule by which pages are sent to recognition (usable-text.ts), and by which they are recognised. Incremented when it
 * finds more: documents of an earlier rule are judged again one by one, when nothing else needs reading, and only the
 * pages that the new rule sends to recognition are read again. 1: fewer than eight words over a picture. 2: letters that
 * the text does not explain; pages on which nothing was recognised are tried with other settings.
 */
export const textJudgement = 2;
