import { linesOf, type PageText } from '#app/features/reader/pdf/page-text.ts';

/** A part of a page's text that is spoken at once: its span in the text, `end` exclusive, and the words to speak. */
export type Sentence = { start: number; end: number; words: string };

/** Maximum length of what is spoken at once, in letters, so that going back and forth stays useful. */
const maxLetters = 240;

/** The start of a line that is a question, a part of one or an entry of a list: `3.`, `3)`, `(a)`, `iv.`, `•`. */
const numbering = /^\s*(?:\(?(?:[0-9०-९]{1,2}|[a-z]|[ivx]{1,4})[.)]|[•▪–-])\s/i;

/** The end of a sentence, with closing brackets and quotes. */
const endMark = /[.?!।॥][)\]"”’]*(?=\s|$)/g;

/**
 * A number, a letter or an abbreviation (`3.`, `J.`, `e.g.`), after which a full stop ends no sentence. An exclamation mark
 * after a letter or number is a factorial.
 */
const noEnd = /(?:^|[\s([])(?:[0-9०-९]{1,2}|\p{L}|[ivx]{2,4}|e\.g|i\.e|etc|vs|fig|eq|no|dr|mrs?)$/iu;

/**
 * Returns the sentences of a page, in the order of the file. A line that begins with a number is a sentence of its own, and
 * a longer sentence than 240 letters is several.
 */
export function sentencesOf(page: PageText): Sentence[] {
  const sentences: Sentence[] = [];
  let open: Sentence | null = null;
  let at = 0;
  for (const line of linesOf(page)) {
    if (numbering.test(line)) open = null;
    for (const { text, isEnd } of partsOf(line)) {
      const words = text.trim();
      const end = at + text.trimEnd().length;
      if (open && open.words.length + words.length > maxLetters) open = null;
      if (words !== '' && open) {
        open.words = joinWords(open.words, words);
        open.end = end;
      } else if (words !== '') {
        open = { start: end - words.length, end, words };
        sentences.push(open);
      }
      if (isEnd) open = null;
      at += text.length;
    }
  }
  return sentences;
}

/** Divides a line after each sentence, and where it is too long. The parts together are the line. */
function partsOf(line: string): { text: string; isEnd: boolean }[] {
  const parts: { text: string; isEnd: boolean }[] = [];
  let from = 0;
  for (const mark of line.matchAll(endMark)) {
    if (/^[.!]/.test(mark[0]) && noEnd.test(line.slice(from, mark.index))) continue;
    const to = mark.index + mark[0].length;
    parts.push(...shorten(line.slice(from, to), true));
    from = to;
  }
  if (from < line.length) parts.push(...shorten(line.slice(from), false));
  return parts;
}

/** Divides a part that is too long, between words where it has spaces. */
function shorten(text: string, isEnd: boolean): { text: string; isEnd: boolean }[] {
  if (text.length <= maxLetters) return [{ text, isEnd }];
  const space = text.lastIndexOf(' ', maxLetters);
  const cut = space > 0 ? space : maxLetters;
  return [{ text: text.slice(0, cut), isEnd: true }, ...shorten(text.slice(cut), isEnd)];
}

/** Joins the words of two lines; a word that was divided at the end of the first becomes whole. */
function joinWords(before: string, after: string): string {
  const isDivided = /\p{L}[-\u00AD]$/u.test(before) && /^\p{Ll}/u.test(after);
  return isDivided ? before.slice(0, -1) + after : `${before} ${after}`;
}
