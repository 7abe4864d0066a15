/**
 * What somebody may have meant by a typed password, the likeliest first, each spelling once: as typed; with a letter and
 * its mark as one character or as two, for keyboards differ (ä); and as the bytes of its UTF-8. That is what many
 * programs take in a PDF of before version 2, whose passwords are bytes in an alphabet without Devanagari (ISO 32000-1
 * 7.6.3.3, PDFDocEncoding). What SASLprep makes of a password pdf.js tries by itself, in version 2 alone.
 */
export function spellingsOf(password: string): string[] {
  const composed = password.normalize('NFC');
  const bytes = Array.from(new TextEncoder().encode(composed), (byte) => String.fromCharCode(byte)).join('');
  return [...new Set([password, composed, password.normalize('NFD'), bytes])];
}

/**
 * Answers pdf.js's question for a password: asks the person only when no spelling of what was typed is left to try, so
 * that it is called wrong once and not once for every spelling. Null gives up.
 */
export function askForSpellings(
  ask: (isWrong: boolean) => Promise<string | null>,
): (isWrong: boolean) => Promise<string | null> {
  let left: string[] = [];
  return async (isWrong) => {
    if (left.length === 0) {
      const typed = await ask(isWrong);
      if (typed === null) return null;
      left = spellingsOf(typed);
    }
    return left.shift() ?? null;
  };
}
