import { stemmer } from 'stemmer';
import { devanagariStem } from './devanagari-stem.ts';
import { foldWord, isBigramScript, maxWordLength } from './search-fold.ts';

/**
 * Spellings of British English that become the American one, so that both have the same stem. The first letter of a word never
 * changes. Pairs of a pattern and its replacement; applied in order to a folded word of ASCII letters.
 */
const changes: readonly (readonly [RegExp, string])[] = [
  [/([aory]l)ys(?=(?:e[drs]?|ers|ing)$)/, '$1yz'],
  [
    /(behavi|col|fav|flav|harb|hon|hum|lab|neighb|rum|sav|vap|vig|arm|cand|clam|endeav|glam|parl|ranc|rig|splend|tum|val|od|demean)our/,
    '$1or',
  ],
  [/(cent|met|lit|fib|theat|calib|spect|lust|meag|somb|och)re(?=[ds]?$)/, '$1er'],
  [/(fu|di)(e|a)ll(?=ed|ing|er)/, '$1$2l'],
  [/(enro|fulfi|insta|disti|insti)ll/, '$1l'],
  [/(...)ogue(?=[ds]?$)/, '$1og'],
  [/(...)oguing$/, '$1oging'],
  [/(def|off|lic|pret)enc(?=(?:e[ds]?|ing)$)/, '$1ens'],
  [/practis/, 'practic'],
  [/^(tele|micro)?programmes?$/, '$1program'],
  [/^grey/, 'gray'],
  [/^mould/, 'mold'],
  [/^plough/, 'plow'],
  [/^tyre(?=s?$)/, 'tire'],
  [/^disc(?=s?$)/, 'disk'],
  [/^sulph/, 'sulf'],
  [/^sceptic/, 'skeptic'],
  [/^draught(?=s?$)/, 'draft'],
  [/^artefact/, 'artifact'],
  [/alumini(?=um)/, 'alumin'],
  [/(judg|acknowledg|ag)e(?=ment|ing$)/, '$1'],
  [/^(an|h|p|leuk|gyn|arch|encyclop|orthop|f|c|pal|medi)ae/, '$1e'],
  [/^(f|diarrh|hom|man)oe(?!s$)/, '$1e'],
];

/** Shorter words have no second spelling. */
const minLength = 4;
/** Letters that occur in words of the changes: most words have none of them and are not tried. */
const mayChange = /is|ys|our|re|ll|ogu|enc|amme|^grey|ou|^tyre|^disc|lph|^scep|augh|arte|inium|gem|gein|ae|oe/;

const withIs = /^(.{3,})is(e[drs]?|ers|ing|ations?|able)$/;
/** `precise`, `revise`, `exercise`, `promise` and `enterprise` have an `s` everywhere. */
const alwaysIs =
  /([aouvw]|pr|pract|prom|prem|dem|surm|comprom|exerc|prec|conc|circumc|exc|advert|expert|franch|merchand)$/;

/** Returns a folded word in American spelling. */
function toAmericanSpelling(word: string): string {
  if (word.length < minLength || !mayChange.test(word)) return word;
  const [, base, ending] = withIs.exec(word) ?? [];
  const begun = base !== undefined && ending !== undefined && !alwaysIs.test(base) ? `${base}iz${ending}` : word;
  return changes.reduce((changed, [pattern, spelling]) => changed.replace(pattern, spelling), begun);
}

/**
 * A word of a text. `start` and `end` are its position in the original text, in UTF-16 code units. `exact` is the word with case
 * and accents folded; `stemOf` returns the common stem of its inflected forms.
 */
export type TextWord = {
  start: number;
  end: number;
  exact: string;
  /** Other words at the same position, such as both halves of a word that was divided at the end of a line. */
  also?: readonly string[];
  /** The compound that begins with this word, without its hyphens: `ecommerce` at the `e` of `e-commerce`. */
  compound?: { exact: string; end: number };
};

/**
 * A run of letters, digits and their marks; with an apostrophe, a power (`n^2`), a detached accent (LaTeX writes `ö` as `¨o`) or
 * a hyphen at the end of a line inside. Its parts are limited in number, because the engine uses a stack entry for each.
 */
const part = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\u00ad\u0640]|\u200c|\u200d){0,999}`;
const link = String.raw`['’ʼ]|\^|[\u0060\u00a8\u00af\u00b4\u00b8\u02c6\u02c7\u02d8-\u02dd]|[-\u2010\u00ad][ \t]{0,8}\r?\n[ \t]{0,40}(?=\p{Ll})`;
const runs = new RegExp(`${part}(?:(?:${link})${part}){0,8}`, 'gu');

/**
 * Returns the words of a text, in order. The same for the index, queries, excerpts, and marks in the browser. Scripts that are
 * written without spaces (Chinese, Japanese, Korean, Thai …) become pairs of characters that overlap, each with its first
 * character as another word at the same position. `C++`, `C#` and `.NET` are words. Needs time in proportion to the length of the
 * text.
 */
export function splitWords(text: string): TextWord[] {
  const words: TextWord[] = [];
  const hyphenated: number[] = [];
  let index = 0;
  while (index < text.length) {
    const end = endOfPlainWord(text, index);
    if (end === index) {
      index += 1;
    } else if (end > 0) {
      const exact = text.slice(index, end).toLowerCase();
      words.push({ start: index, end, exact });
      index = end;
    } else {
      runs.lastIndex = index;
      const match = runs.exec(text);
      if (match === null) break;
      index = addRun(words, text, match[0], match.index);
      if (hyphens.has(text.charAt(index))) hyphenated.push(words.length - 1);
    }
  }
  addCompounds(words, hyphenated);
  return words;
}

const hyphens = new Set('-\u2010\u2011');
/** Most words in a compound: `divide-and-conquer` has three. */
const maxCompoundWords = 4;

/** Adds the compounds; `hyphenated` are the positions of words that have a hyphen after them. */
function addCompounds(words: readonly TextWord[], hyphenated: readonly number[]): void {
  for (let at = 0; at < hyphenated.length;) {
    const first = hyphenated[at] ?? -1;
    let last = first;
    while (hyphenated[at] === last && words[last + 1]?.start === (words[last]?.end ?? 0) + 1) {
      last += 1;
      at += 1;
    }
    if (last === first) at += 1;
    const parts = words.slice(first, last + 1);
    const [begin] = parts;
    const exact = parts.map((word) => word.exact).join('');
    if (begin && parts.length > 1 && parts.length <= maxCompoundWords && isCompound(exact))
      begin.compound = { exact, end: parts.at(-1)?.end ?? begin.end };
  }
}

/** Numbers with a hyphen between them are a range. */
const isCompound = (exact: string) => exact.length <= maxWordLength && !/^\d+$/.test(exact);

/** The characters after which a word of ASCII letters and digits has certainly ended. */
const endsPlainWord = new Set(' \n\r\t,.;:!?()[]{}"/\\<>=*|&%$@~_');

/**
 * Returns the end of the word at `index` if it is a simple one, which most are: ASCII letters and digits with a space or the like
 * on both sides. `index` itself if an ASCII character there begins no word; -1 if it needs the full check.
 */
function endOfPlainWord(text: string, index: number): number {
  let end = index;
  // No further, because the rest would be scanned repeatedly.
  while (end - index <= maxWordLength && isPlain(text.charCodeAt(end))) end += 1;
  if (end === index) return text.charCodeAt(index) < 0x80 ? index : -1;
  if (end < text.length && !endsPlainWord.has(text.charAt(end))) return -1;
  return end - index > maxWordLength || text[index - 1] === '.' ? -1 : end;
}

function isPlain(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}

const plain = /^[A-Za-z0-9]+$/;
const aboveLatin = /[\u0e00-\uffff]/;
const dividedAt = /[-\u2010\u00ad][ \t]*\r?\n[ \t]*/;

/** Adds the words of a run, and returns their end. */
function addRun(words: TextWord[], text: string, run: string, start: number): number {
  const end = start + run.length;
  if (aboveLatin.test(run)) {
    addScripts(words, run, start);
    return end;
  }
  const signs = run.length <= 2 ? wordSigns(text, end) : '';
  if (signs !== '') {
    const exact = foldWord(run) + signs;
    words.push({ start, end: end + signs.length, exact });
    return end + signs.length;
  }
  addWord(words, run, start, isDotWord(text, start));
  return end;
}

/** Returns the signs of `C++`, `C#` and the like, after a run of one or two characters. */
function wordSigns(text: string, end: number): string {
  if (text.startsWith('++', end)) return '++';
  return text[end] === '#' ? '#' : '';
}

/** True if a dot before the word belongs to it, as in `.NET`. */
function isDotWord(text: string, start: number): boolean {
  return text[start - 1] === '.' && (start === 1 || /[\s("'“‘,;]/.test(text[start - 2] ?? ''));
}

function addWord(words: TextWord[], run: string, start: number, hasDot: boolean): void {
  const end = start + run.length;
  if (plain.test(run) && run.length <= maxWordLength) {
    const exact = run.toLowerCase();
    if (hasDot) words.push({ start: start - 1, end, exact: `.${exact}`, also: [exact] });
    else words.push({ start, end, exact });
    return;
  }
  const halves = run.split(dividedAt);
  const exact = foldWord(halves.length > 1 ? halves.join('') : run);
  if (exact === '') return;
  const word: TextWord = { start: hasDot ? start - 1 : start, end, exact };
  const also = halves.length > 1 ? halves.map(foldWord).filter((half) => half !== '') : [];
  if (hasDot) words.push({ ...word, exact: `.${exact}`, also: [exact, ...also] });
  else words.push(also.length > 0 ? { ...word, also } : word);
}

/** A character of a script without spaces, with its marks. */
type Sign = { start: number; end: number; exact: string };

/** Adds a run that may have characters of scripts without spaces: those as pairs, the rest as words. */
function addScripts(words: TextWord[], run: string, start: number): void {
  let wordStart = 0;
  let signs: Sign[] = [];
  const endSigns = () => {
    addPairs(words, signs);
    signs = [];
  };
  for (let index = 0; index < run.length;) {
    const point = run.codePointAt(index) ?? 0;
    const end = index + (point > 0xffff ? 2 : 1);
    if (isBigramScript(point)) {
      if (wordStart < index) {
        endSigns();
        addWord(words, run.slice(wordStart, index), start + wordStart, false);
      }
      wordStart = end;
      addSign(signs, { start: start + index, end: start + end, exact: foldWord(run.slice(index, end)) });
    }
    index = end;
  }
  endSigns();
  if (wordStart < run.length) addWord(words, run.slice(wordStart), start + wordStart, false);
}

const isMark = /^\p{M}/u;
/** Most code units of a character of Thai or Tibetan with its few marks. */
const maxSignLength = 8;

function addSign(signs: Sign[], sign: Sign): void {
  const last = signs.at(-1);
  if (last && isMark.test(sign.exact)) {
    last.end = sign.end;
    if (last.exact.length < maxSignLength) last.exact += sign.exact;
  } else if (sign.exact !== '') {
    signs.push(sign);
  }
}

function addPairs(words: TextWord[], signs: readonly Sign[]): void {
  for (const [index, { start, end, exact }] of signs.entries()) {
    const next = signs[index + 1];
    if (next) {
      const pair = exact + next.exact;
      words.push({ start, end: next.end, exact: pair, also: [exact] });
    } else words.push({ start, end, exact });
  }
}

/** Enough for the words of a book; beyond that, words are stemmed again. */
const maxStems = 100_000;
const stems = new Map<string, string>();

/**
 * Returns the stem of a folded word, which its inflected forms share: by Porter's rules and in American spelling if it is
 * English, without endings if it is Nepali, else the word itself. It has the same first character.
 */
export function stemOf(exact: string): string {
  if (exact.length < 3) return exact;
  const known = stems.get(exact);
  if (known !== undefined) return known;
  const stem = findStem(exact);
  if (stems.size >= maxStems) stems.clear();
  stems.set(exact, stem);
  return stem;
}

function findStem(exact: string): string {
  if (/^[a-z]+$/.test(exact)) return stemmer(toAmericanSpelling(exact));
  return /^[\u0900-\u097f]+$/.test(exact) ? devanagariStem(exact) : exact;
}
