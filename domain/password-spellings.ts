/**
 * Returns the possible meanings of a typed password, the likeliest first, without duplicates: as typed; with a letter
 * and its mark as one character or as two, because keyboards differ (ä); and as the bytes of its UTF-8 form. Many
 * programs use the last form for PDF before version 2, whose passwords are bytes in an encoding without Devanagari (ISO
 * 32000-1 7.6.3.3, PDFDocEncoding). pdf.js itself applies SASLprep, only for version 2.
 */
export function spellingsOf(password: string): string[] {
  const composed = password.normalize('NFC');
  const bytes = Array.from(new TextEncoder().encode(composed), (byte) => String.fromCharCode(byte)).join('');
  return [...new Set([password, composed, password.normalize('NFD'), bytes])];
}

/**
 * Handles pdf.js's request for a password. Tries all spellings of the typed password before it asks the user again, so
 * that the user is asked once per password and not once per spelling. Null cancels.
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
