/** The page number that was typed, a whole number from 1 to the page count; null for anything else. */
export function readPageNumber(typed: string, pageCount: number): number | null {
  const text = typed.trim();
  if (!/^\d+$/.test(text)) return null;
  const number = Number(text);
  return number >= 1 && number <= pageCount ? number : null;
}
