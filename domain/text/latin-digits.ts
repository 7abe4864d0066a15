/** Returns the text with Devanagari digits converted to Latin ones: `२०७९` becomes `2079`. */
export function latinDigits(text: string): string {
  return text.replace(/[०-९]/gu, (digit) => `${digit.charCodeAt(0) - '०'.charCodeAt(0)}`);
}
