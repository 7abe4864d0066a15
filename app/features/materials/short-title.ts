import type { Material } from '#domain/material.ts';

/** A title in three parts, of which only the one in the middle is shown in a list of the subject. */
export type ShortTitle = { before: string; shown: string; after: string };

const separators = String.raw`[\s,:;|·–—/-]`;
const edgeBefore = new RegExp(`^${separators}+`, 'u');
const edgeAfter = new RegExp(`${separators}+$`, 'u');
const yearForm = String.raw`\(?(\d{4})(?:\s?(?:AD|A\.D\.|BS|B\.S\.))?\)?`;
const yearBefore = new RegExp(`^${yearForm}(?=$|${separators})`, 'iu');
const yearAfter = new RegExp(`(?<=^|${separators})${yearForm}$`, 'iu');

/**
 * Divides a title so that its beginning and end without the subject and, for papers, the years are in the middle: in a list
 * of the subject by year they say nothing new. `shown` is empty if the title is nothing but these.
 */
export function shortenTitle({ title, subject, kind, year, yearBs }: TitledMaterial): ShortTitle {
  const years = kind === 'paper' ? [year, yearBs] : [];
  const isGroupYear = (found: RegExpExecArray | null) => found !== null && years.includes(Number(found[1]));
  let [start, end] = [0, title.length];
  for (let left = title, before = ''; left !== before; left = title.slice(start, end)) {
    before = left;
    const first = yearBefore.exec(left);
    const last = yearAfter.exec(left);
    if (isGroupYear(first)) start += first?.[0].length ?? 0;
    else if (startsWithWords(left, subject)) start += subject.length;
    else if (isGroupYear(last)) end -= last?.[0].length ?? 0;
    start += edgeBefore.exec(title.slice(start, end))?.[0].length ?? 0;
    end -= edgeAfter.exec(title.slice(start, end))?.[0].length ?? 0;
  }
  return { before: title.slice(0, start), shown: title.slice(start, end), after: title.slice(end) };
}

type TitledMaterial = Pick<Material, 'title' | 'subject' | 'kind' | 'year' | 'yearBs'>;

/** True if the text begins with the words, in any case, and they don't end within a longer word. */
function startsWithWords(text: string, words: string): boolean {
  const rest = text.slice(words.length);
  return text.slice(0, words.length).toLowerCase() === words.toLowerCase() && !/^[\p{L}\p{N}]/u.test(rest);
}
