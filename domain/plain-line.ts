/**
 * What a line of text must not hold, because nobody sees it and it makes the line look like another one:
 * - controls, and what makes text run in another direction than its letters do (`annexe\u202Efdp.exe` is shown as
 *   `annexeexe.pdf`). U+200E and U+200F stay: they only say on which side a sign between letters belongs.
 * - signs without a picture: soft hyphens, zero-width spaces, fillers, tags.
 */
const unseen =
  /[\p{Cc}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

/** Ends of lines and tabs, which stand between words. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Joiners where they join nothing. Devanagari and related scripts need them after a sign that joins letters, Persian between
 * letters, emoji between pictures; in Latin text they only make two equal words different.
 */
const idleJoiners =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])\p{L})[\u200C\u200D]/gu;

/** Whether anything of it is seen. */
const seen = /[^\s\p{Cf}\p{M}]/u;

/**
 * The text as it may be kept and shown on one line: without what deceives the eye (above), breaks as spaces, trimmed.
 * '' when nothing of it could be seen. What it gives stays as it is when given again.
 */
export function plainLine(text: string): string {
  // Nearly every line is ASCII, and is clean.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const line = isAscii ? text : text.replace(breaks, ' ').replace(unseen, '').replace(idleJoiners, '');
  return seen.test(line) ? line.trim() : '';
}
