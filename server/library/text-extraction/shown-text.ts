/** Returns a text without control characters, which no page shows, except tabs and ends of lines. */
export function shownText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are removed
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ').toWellFormed();
}
