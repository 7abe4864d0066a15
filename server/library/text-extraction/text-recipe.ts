/**
 * Version of text extraction. Increase it if all texts must be extracted again, including those of scans, which takes
 * hours. A better order of lines was not worth that (decision 72). Of two releases over one database, the newer one
 * extracts text; the older one does not touch the documents that the newer one has begun.
 */
export const textRecipe = 1;

/**
 * Version of the rule that sends pages to recognition (usable-text.ts), and of recognition. Increase it when the rule
 * finds more: documents judged by an earlier version are then judged again one by one, when nothing else waits, and
 * only the pages that the new version sends to recognition are read again. Version 1: fewer than eight words over a
 * picture. Version 2: letters that the text does not explain; pages on which nothing was recognised are tried with
 * other settings.
 */
export const textJudgement = 2;
