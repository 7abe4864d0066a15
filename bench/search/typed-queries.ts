import { isStopWord } from '#domain/search/stop-words.ts';
import { splitWords } from '#domain/search/search-text.ts';
import { seededRandom } from './generated-texts.ts';

/** A query as it is typed into our search, and the same words for FTS5. */
export type TypedQuery = { ours: string; bare: string };

/** Words that are on more pages than this are typed within questions, not as search terms. */
const commonWords = 100;

/** Takes queries from pages, as a user who remembers words of them. */
export function takeQueries(samples: readonly string[], words: readonly string[]): Record<string, TypedQuery[]> {
  const random = seededRandom(samples.length);
  const common = new Set(words.slice(0, commonWords));
  const pages = samples.map((text) =>
    splitWords(text)
      .map(({ exact }) => exact)
      .filter((word) => !isStopWord(word)),
  );
  const some = (list: readonly string[], count: number) =>
    Array.from({ length: count }, () => list[Math.floor(random() * list.length)] ?? 'none');
  const rare = pages.map((list) => list.filter((word) => !common.has(word)));
  const inARow = (list: readonly string[], count: number) => {
    const from = Math.floor(random() * Math.max(1, list.length - count));
    return list.slice(from, from + count);
  };
  const quoted = (list: readonly string[]) => list.map((word) => `"${word}"`).join(' ');
  const all = (lists: readonly string[][]) => lists.map((list) => ({ ours: `${list.join(' ')} `, bare: quoted(list) }));
  return {
    'one word': all(rare.map((list) => some(list, 1))),
    'two words': all(rare.map((list) => some(list, 2))),
    'five words': all(pages.map((list) => inARow(list, 5))),
    'a phrase': pages
      .map((list) => inARow(list, 3))
      .map((list) => ({ ours: `"${list.join(' ')}"`, bare: `"${list.join(' ')}"` })),
    'a prefix': rare
      .map((list) => (some(list, 1)[0] ?? '').slice(0, 4))
      .map((text) => ({ ours: text, bare: `"${text}"*` })),
    'a very common word': words
      .slice(0, commonWords)
      .filter((word) => !isStopWord(word))
      .map((word) => ({ ours: `${word} `, bare: `"${word}"` })),
    'a slip in one of three': rare.map((list) => {
      const [first = '', ...rest] = some(list, 3);
      const slip = first.length > 4 ? first.slice(0, 2) + first.slice(3) : first;
      return { ours: `${[slip, ...rest].join(' ')} `, bare: quoted([slip, ...rest]) };
    }),
  };
}
