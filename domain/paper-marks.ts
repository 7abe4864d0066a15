const figure = String.raw`\d{1,2}(?:\.5|\s?½)?`;
const sum = String.raw`${figure}(?:\s*[+×x*]\s*${figure})+(?:\s*=\s*\d{1,3})?`;
const unit = String.raw`\s*marks?`;
/** In square brackets, a sum in any or no brackets, or with the word. */
const anywhere = new RegExp(
  String.raw`^\s*(?:\[\s*(?:${sum}|${figure})(?:${unit})?\s*\]|\(?\s*${sum}(?:${unit})?\s*\)?|\(?\s*${figure}${unit}\s*\)?)\s*$`,
  'i',
);
const inParentheses = new RegExp(String.raw`^\s*\(\s*${figure}\s*\)\s*$`);

/**
 * Returns true if a piece of a paper's text is only the marks of a question: `[5]`, `(2+6)`, `5×2=10`, `5 marks`. A number in
 * parentheses is a number of a question too, so it counts only at the right of the page.
 */
export function isMarks(text: string, isAtRight: boolean): boolean {
  return anywhere.test(text) || (isAtRight && inParentheses.test(text));
}
