/** Returns the text with digits of Devanagari as Latin ones: `२०७९` is `2079`. */
export function latinDigits(text: string): string {
  return text.replace(/[०-९]/gu, (digit) => `${digit.charCodeAt(0) - '०'.charCodeAt(0)}`);
}
