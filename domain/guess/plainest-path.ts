import { saysNothing } from './guess-title.ts';

/** Marks that programs add to a name, with the text that replaces each: URL encoding, sites, numbers of copies. */
const marks: readonly (readonly [mark: RegExp, left: string])[] = [
  [/%[0-9a-f]{2}/gi, ' '],
  [/(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}])/gu, ' '],
  [/[([]?\S*(?:@|https?:|www\.|\.(?:com|org|edu|np)(?![\p{L}\p{N}]))\S*/giu, ''],
  [/^(?:.*[^\p{L}\p{N}])?copy(?: \(?\d{1,3}\)?)? of /iu, ''],
  [/(?:\s*\(\d{1,3}\))+$/, ''],
  [/[-_ ]+copy(?: ?\(?\d{1,3}\)?)?$/i, ''],
];

/** Maximum length in UTF-16 code units. Names are longer only by mistake or malice; file systems allow 255 bytes. */
const maxNameLength = 300;
/** Maximum number of content words that count; further ones mostly come from people who passed the file on. */
const maxContentWords = 5;

/**
 * Returns the path whose name makes the best title. Prefers, in this order, content words to names that scanners give,
 * more content words, fewer marks of copies and downloads, and the shorter name. `paths` is not empty; its order does
 * not matter.
 */
export function plainestPath(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  if (others.length === 0) return first;
  const names = new Set(paths.map((path) => bareName(path).toLowerCase()));
  const ranked = paths.map((path) => ({ path, rank: rankOf(bareName(path), names) }));
  return ranked.reduce((best, each) => (compare(each, best) < 0 ? each : best)).path;
}

type Ranked = { path: string; rank: readonly number[] };

/** Returns a number less than 0 if `one` is plainer than `other`. */
function compare(one: Ranked, other: Ranked): number {
  for (const [index, value] of one.rank.entries()) {
    const difference = value - (other.rank[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.path < other.path ? -1 : 1;
}

/** Returns the sort key of a name: lower is plainer, and earlier numbers decide. */
function rankOf(name: string, names: ReadonlySet<string>): number[] {
  let bare = name;
  let markCount = 0;
  for (const [mark, left] of marks) {
    const without = bare.replace(mark, left).trim();
    if (without !== bare) markCount += 1;
    bare = without;
  }
  // `x_1` and `x 2` are copies only if `x` is another name of the same file.
  const unnumbered = bare.replace(/[-_ ]+\d{1,2}$/, '');
  if (unnumbered !== bare && names.has(unnumbered.toLowerCase())) {
    markCount += 1;
    bare = unnumbered;
  }
  const words = new Set(bare.toLowerCase().match(/\p{L}[\p{L}\p{M}]+|(?<!\p{Nd})\p{Nd}{1,4}(?!\p{Nd})/gu));
  const content = [...words].filter((word) => /^\p{Nd}/u.test(word) || !saysNothing(word)).length;
  return [saysNothing(bare) ? 1 : 0, -Math.min(content, maxContentWords), markCount, name.length];
}

function bareName(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name
    .slice(-maxNameLength)
    .replace(/\.[^.]+$/, '')
    .trim();
}
