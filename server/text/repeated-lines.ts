/** Too few pages to say what repeats. */
const fewestPages = 3;
/** Of the pages that have text. */
const leastShare = 0.6;
/** Page numbers change from page to page, and are only found among the outermost lines. */
const outerLines = 3;
const sampleSize = 24;

/**
 * A line as it is compared: without case, accents of compatibility, and differences in spaces. Lines that are
 * `foldLine`d alike say the same.
 */
export function foldLine(line: string): string {
  return line.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The folded line with its numbers made alike, so that "Page 3 of 12" is the same on every page. */
function foldNumbers(folded: string): string {
  return folded.replace(/\p{Nd}+/gu, '#');
}

/**
 * Lines that are on most pages of a document: watermarks, headers, footers, page numbers. Of `pages` each is the text of
 * one, or of a sample as of `samplePages`. The lines are folded; a header or footer with a page number has `#` for its
 * numbers. Empty for fewer than three pages with text.
 */
export function findRepeatedLines(pages: readonly string[]): Set<string> {
  const written = pages.filter((text) => text.trim() !== '');
  if (written.length < fewestPages) return new Set();
  const counts = new Map<string, number>();
  for (const text of written)
    for (const line of new Set(keysOf(text).flat())) counts.set(line, (counts.get(line) ?? 0) + 1);
  const enough = Math.max(fewestPages, Math.ceil(written.length * leastShare));
  return new Set([...counts].filter(([, count]) => count >= enough).map(([line]) => line));
}

/**
 * The text without the lines of `findRepeatedLines`. For an index: leave them out of all pages but the first that has
 * them, or nobody finds the document by its header.
 */
export function withoutRepeatedLines(text: string, repeated: ReadonlySet<string>): string {
  if (repeated.size === 0) return text;
  const keys = keysOf(text);
  return text
    .split('\n')
    .filter((_, index) => !keys[index]?.some((key) => repeated.has(key)))
    .join('\n');
}

/** For each line what it may be known by; nothing for an empty one. */
function keysOf(text: string): string[][] {
  const lines = text.split('\n').map(foldLine);
  const filled = lines.flatMap((line, index) => (line === '' ? [] : [index]));
  const outer = new Set([...filled.slice(0, outerLines), ...filled.slice(-outerLines)]);
  return lines.map((line, index) => {
    if (line === '') return [];
    const numbered = outer.has(index) ? foldNumbers(line) : line;
    return numbered === line ? [line] : [line, numbered];
  });
}

/** The pages whose lines say what repeats in a document of so many: all of a short one, evenly spread over a long one. */
export function samplePages(pageCount: number): number[] {
  if (pageCount <= sampleSize) return Array.from({ length: pageCount }, (_, index) => index + 1);
  return Array.from({ length: sampleSize }, (_, index) => 1 + Math.floor((index * (pageCount - 1)) / (sampleSize - 1)));
}
