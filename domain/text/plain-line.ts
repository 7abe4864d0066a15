/**
 * Characters that a line of text must not contain, because they are invisible and make two different lines look the
 * same:
 * - control characters, and those that override the direction of the text (`annexe\u202Efdp.exe` is shown as
 *   `annexeexe.pdf`). U+200E and U+200F stay: they only decide on which side punctuation between letters is shown.
 * - characters without a glyph: soft hyphens, zero-width spaces, fillers, tags.
 */
const unseen =
  /[\p{Cc}\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

/** Line breaks and tabs, which separate words. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Joiners without a function. Devanagari and related scripts need joiners after a virama, Persian between letters,
 * emoji between pictures; in Latin text, they only make two equal words different.
 */
const idleJoiners =
  /(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])\p{L})[\u200C\u200D]/gu;

/** A visible character. */
const seen = /[^\s\p{Cf}\p{M}]/u;

/**
 * Returns the text as it may be stored and shown on one line: without the characters above, with line breaks as spaces,
 * trimmed, and in Unicode's composed form (NFC), so that texts that look the same are the same. Returns '' if nothing
 * in it is visible. Idempotent.
 */
export function plainLine(text: string): string {
  // Nearly every line is ASCII, and is clean.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const line = isAscii ? text : clean(text);
  return seen.test(line) ? line.trim() : '';
}

/**
 * Cleans the text once. One pass may not be enough: removing a character can let its neighbours compose, and composing
 * can leave a joiner without a function.
 */
function clean(text: string): string {
  for (let before = text; ;) {
    const after = before.replace(breaks, ' ').replace(unseen, '').replace(idleJoiners, '').normalize('NFC');
    if (after === before) return after;
    before = after;
  }
}
