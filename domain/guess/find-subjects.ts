import { type Guessing, codeKey } from './prepare-guessing.ts';
import { isContent, type Piece, type Word } from './read-source.ts';
import { editDistance } from '#domain/edit-distance.ts';

/**
 * A subject that a piece may name, with its likelihood and the words of the piece that it explains, as bits. `isTopic`:
 * the piece does not name the subject but something that it is taught with, such as a programming language.
 */
export type FoundSubject = {
  place: number;
  chance: number;
  words: number;
  piece: Piece;
  isCode: boolean;
  isTopic: boolean;
};

/**
 * Weight of words that are in no subject's name, such as teachers, topics and colleges; less than that of words in
 * names.
 */
const strangeWeight = 2;
const maxStrangeWeight = 4;
/**
 * Minimum chance at which a subject is reported; higher on a page, where words of many names are next to each other.
 */
const minChance = { inNames: 0.06, onPage: 0.45 };
/** Lines of the head of a paper; later lines are questions. */
const headLines = 20;
/** Advanced Operating Systems and Operating Systems are different subjects. */
const advanced = 'advanced';
const notAdvanced = 0.5;
/**
 * Number of lines at the top that may be the title. Running text names many other subjects, so a long line below these
 * counts little.
 */
const titleLines = 3;
const maxTitleWords = 7;
const inProse = 0.4;
/** Maximum number of content words of a heading; a longer line of a page is running text. */
const maxHeadingWords = 3;

/**
 * Finds the subjects that the piece may name, each with the chance that it is meant. `used` has words that mean
 * something else. `faculty` is the known programme: in its folders, abbreviations of its subjects count.
 */
export function findSubjects(
  piece: Piece,
  used: ReadonlySet<Word>,
  guessing: Guessing,
  faculty: number | null = null,
): FoundSubject[] {
  const best = new Map<string, FoundSubject>();
  const isProse =
    piece.source === 'text' && piece.distance >= titleLines && piece.words.filter(isContent).length > maxTitleWords;
  const isAdvanced = piece.words.some(({ form }) => form === advanced);
  const add: Add = (place, possible, words, { isCode = false, isTopic = false } = {}) => {
    const isOther = isAdvanced && !isCode && !guessing.places[place]?.name.toLowerCase().includes(advanced);
    const chance = isOther ? possible * notAdvanced : possible;
    const sure = isProse || (piece.source === 'text' && piece.distance >= headLines) ? chance * inProse : chance;
    // A code and the name next to it are two pieces of evidence.
    const key = `${place} ${isCode}`;
    const least = piece.source === 'text' ? minChance.onPage : minChance.inNames;
    if (sure >= least && sure > (best.get(key)?.chance ?? 0))
      best.set(key, { place, chance: sure, words, piece, isCode, isTopic });
  };
  const codeWords = addCodes(piece, guessing, add);
  addAbbreviations(piece, used, { guessing, faculty }, add);
  addNames(piece, used, codeWords, guessing, add);
  return withoutOvershadowed([...best.values()], guessing);
}

type Add = (place: number, chance: number, words: number, how?: { isCode?: boolean; isTopic?: boolean }) => void;

/** Form of course codes, including letters and digits that OCR confuses. */
const codeForm =
  /(?<![\p{L}\p{N}])([a-z5]{2,4}(?:\.\s?[a-z]{2}\.)?|[a-z]\.[a-z]{2}\.)[\s._-]{0,3}([0-9oilsz]{3})(?![0-9a-z])/giu;

/** Adds the subjects of codes such as CSC-206. Returns, as bits, the words that are parts of codes, known or not. */
function addCodes(piece: Piece, guessing: Guessing, add: Add): number {
  let all = 0;
  for (const match of piece.text.replaceAll('_', ' ').matchAll(codeForm)) {
    const [written, letters = '', digits = ''] = match;
    const prefix = codeKey(letters).replaceAll('5', 's');
    const number = digits
      .toLowerCase()
      .replaceAll('o', '0')
      .replace(/[il]/g, '1')
      .replaceAll('s', '5')
      .replaceAll('z', '2');
    if (!/\d/.test(digits)) continue;
    const found = guessing.codes.get(prefix + number);
    if (!found && !guessing.codePrefixes.has(prefix)) continue;
    const bits = bitsBetween(piece.words, match.index, match.index + written.length);
    all |= bits;
    for (const { place, chance } of found ?? []) add(place, chance, bits, { isCode: true });
  }
  return all;
}

function bitsBetween(words: readonly Word[], start: number, end: number): number {
  return words.reduce((bits, word, at) => (word.start >= start && word.start < end ? bits | bit(at) : bits), 0);
}

function bit(index: number): number {
  return 2 ** index;
}

/**
 * Chance that, within a known programme, a folder whose whole name is the abbreviation of a subject belongs to that
 * subject.
 */
const folderAbbreviation = 0.94;

/** Finds abbreviations: one word, or single letters with dots or spaces between them. */
function addAbbreviations(
  piece: Piece,
  used: ReadonlySet<Word>,
  { guessing, faculty }: { guessing: Guessing; faculty: number | null },
  add: Add,
): void {
  const { words } = piece;
  const isRunningText = piece.source === 'text' && words.filter(isContent).length > maxHeadingWords;
  for (const [start, first] of words.entries()) {
    let key = '';
    for (let end = start; end < words.length && end - start < 6; end += 1) {
      const word = words[end];
      if (!word || used.has(word) || /^\d/.test(word.text) || (end > start && word.text.length > 1)) break;
      if (end > start && first.text.length > 1) break;
      key += word.text;
      const written = words.slice(start, end + 1);
      // On a page, abbreviations are in capitals, alone in a heading or in brackets after the name.
      if (piece.source === 'text' && !written.every((each) => each.isCapitals)) continue;
      if (isRunningText && piece.text[first.start - 1] !== '(') continue;
      const after = words[end + 1];
      const number = after && after.number !== null && !used.has(after) && !after.isOrdinal ? after.number : null;
      if (guessing.otherProgrammes.has(key)) continue;
      const all = guessing.abbreviations.get(key) ?? [];
      const ofFaculty = all.filter(({ place }) => guessing.places[place]?.faculty === faculty);
      const isWhole =
        piece.source === 'folder' &&
        key.length > 1 &&
        words.every((each, at) => (at >= start && at <= end) || used.has(each) || !isContent(each));
      for (const each of all) {
        // The numeral belongs to another subject, such as Web Technology II.
        if (each.number !== null && number !== null && number !== each.number) continue;
        const fit = each.number === null ? 1 : number === null ? 0.75 : 1.03;
        const certainty = likeWords(first, guessing).some(({ likeness }) => likeness === 1) ? 0.8 : 1;
        const isOnly = isWhole && ofFaculty.length === 1 && ofFaculty[0] === each;
        const chance = isOnly ? Math.max(folderAbbreviation, each.chance) : each.chance;
        add(each.place, Math.min(0.96, chance * fit * certainty), bitsOf(start, number === null ? end : end + 1));
      }
    }
  }
}

function bitsOf(start: number, end: number): number {
  let bits = 0;
  for (let index = start; index <= end; index += 1) bits |= bit(index);
  return bits;
}

/**
 * Minimum length in letters. On pages, shorter words count only if they match the name exactly, and the shortest only
 * in capitals.
 */
const minTextWord = 6;
const minTextLetters = 3;

/** Minimum fraction of a piece that a one-word name must explain if the name is not from the catalogue. */
const minPurity = 0.8;
const asTopic = 0.6;

/**
 * Finds whole or partial names, judged by the fraction of the name that is present and the fraction of the piece that
 * it explains.
 */
function addNames(piece: Piece, used: ReadonlySet<Word>, codeWords: number, guessing: Guessing, add: Add): void {
  const { words } = piece;
  const likeness = new Map<string, { likeness: number; at: number }>();
  let known = 0;
  let strange = 0;
  const weightAt: number[] = [];
  const usedBits = words.reduce((bits, word, at) => (used.has(word) ? bits | bit(at) : bits), 0);
  for (const [at, word] of words.entries()) {
    if (!isContent(word) || (word.number !== null && word.text.length > 1)) continue;
    if ((codeWords & bit(at)) !== 0) continue;
    // "It" in a sentence is not "IT".
    if (piece.source === 'text' && word.text.length < minTextLetters && !word.isCapitals) continue;
    const likes = [...likeWords(word, guessing), ...likeHalves(words, at, guessing)].filter(
      // Running text has short words of any language that begin like words of names.
      ({ likeness: each }) => piece.source !== 'text' || each === 1 || word.text.length >= minTextWord,
    );
    let weight = 0;
    for (const like of likes) {
      if (like.likeness > (likeness.get(like.stem)?.likeness ?? 0)) likeness.set(like.stem, { ...like, at });
      weight = Math.max(weight, (guessing.weights.get(like.stem) ?? 0) * like.likeness);
    }
    if (used.has(word)) continue;
    weightAt[at] = likes.length > 0 ? weight : strangeWeight;
    if (likes.length > 0) known += weight;
    else strange += strangeWeight;
  }
  const candidates = new Set<number>();
  for (const stem of likeness.keys()) for (const form of guessing.formsOf.get(stem) ?? []) candidates.add(form);
  const total = known + Math.min(strange, maxStrangeWeight);
  for (const index of candidates) {
    const form = guessing.forms[index];
    if (!form || (form.isShort && piece.source === 'text')) continue;
    let explained = 0;
    let ofName = 0;
    let bits = 0;
    let last = 0;
    for (const stem of form.stems) {
      const like = likeness.get(stem);
      if (!like) continue;
      ofName += (guessing.weights.get(stem) ?? 0) * like.likeness;
      if ((bits & bit(like.at)) === 0) explained += weightAt[like.at] ?? 0;
      bits |= bit(like.at);
      last = Math.max(last, like.at);
    }
    const fit = numberFit(form.number, words, last, used);
    const share = ofName / form.weight;
    // The word "semester" in a folder is not the one of the subject Semester Project.
    if ((bits & ~usedBits) === 0 && share < 0.95) continue;
    const purity = total === 0 ? 1 : Math.min(1, explained / total);
    // Missing words of the name matter more than additional words.
    const quality = share ** 1.6 * (0.35 + 0.65 * purity);
    // "Database" alone is short for the subject; next to other words it is a topic.
    const isTopicWord = form.stems.length === 1 && form.chance < 1 && purity < minPurity;
    const chance = 0.97 * form.chance * quality * fit * (isTopicWord ? asTopic : 1);
    for (const place of form.places)
      add(place, chance, fit > 1 ? bits | bit(last + 1) : bits, { isTopic: form.isTopic });
  }
}

/** Returns the words that this word forms with the previous or the next one, as in "Data Base" and "Micro Processor". */
function likeHalves(words: readonly Word[], at: number, { vocabulary }: Guessing): readonly LikeWord[] {
  const text = words[at]?.text ?? '';
  const found: LikeWord[] = [];
  for (const joined of [(words[at - 1]?.text ?? '') + text, text + (words[at + 1]?.text ?? '')]) {
    const stem = joined === text ? undefined : vocabulary.get(joined);
    if (stem !== undefined) found.push({ stem, likeness: 1 });
  }
  return found;
}

/** Returns how well the numeral after the words fits the numeral of the name, such as II in Mathematics II. */
function numberFit(number: number | null, words: readonly Word[], last: number, used: ReadonlySet<Word>): number {
  const after = words[last + 1];
  const seen = after && after.number !== null && !used.has(after) && !after.isOrdinal ? after.number : null;
  if (number === null) return seen === null ? 1 : 0.9;
  if (seen === null) return 0.7;
  return seen === number ? 1.02 : 0.05;
}

/**
 * Within a programme, lowers the chance of a subject if a likelier one explains all of the same words: Advanced Java
 * Programming is not C Programming.
 */
function withoutOvershadowed(found: readonly FoundSubject[], { places }: Guessing): FoundSubject[] {
  return found.map((each) => {
    const faculty = places[each.place]?.faculty;
    const isOvershadowed = found.some(
      (other) =>
        other !== each &&
        places[other.place]?.faculty === faculty &&
        (other.isCode || !each.isCode) &&
        other.chance > 1.15 * each.chance &&
        (each.words & other.words) === each.words,
    );
    return isOvershadowed ? { ...each, chance: each.chance * 0.25 } : each;
  });
}

type LikeWord = { stem: string; likeness: number };

/** Size of the cache, enough for the words of many thousand names; a full cache is cleared. */
const maxKnown = 20_000;
/** Maximum length of a word that is compared for misspellings. */
const maxSlipLength = 24;

/**
 * Returns the words of the catalogue's names that the word may be: the same word, a word whose beginning it is, or one
 * that differs by a letter or two because of a typing or OCR error.
 */
function likeWords(word: Word, { vocabulary, weights, known }: Guessing): readonly LikeWord[] {
  if (word.form === word.text && weights.has(word.stem)) return [{ stem: word.stem, likeness: 1 }];
  const before = known.get(word.text);
  if (before) return before;
  const best = new Map<string, number>();
  if (weights.has(word.stem)) best.set(word.stem, 0.97);
  for (const [form, stem] of vocabulary) {
    const likeness = likenessOf(word.text, form);
    if (likeness > (best.get(stem) ?? 0)) best.set(stem, likeness);
  }
  const found = [...best].map(([stem, likeness]) => ({ stem, likeness }));
  if (known.size >= maxKnown) known.clear();
  known.set(word.text, found);
  return found;
}

function likenessOf(written: string, form: string): number {
  if (written.length >= 3 && form.startsWith(written)) return 0.75 + (0.2 * written.length) / form.length;
  const most = written.length >= 9 ? 2 : written.length >= 5 ? 1 : 0;
  if (most === 0 || written.length > maxSlipLength || Math.abs(written.length - form.length) > most) return 0;
  const slips = editDistance(written, form, most);
  return slips > most ? 0 : 0.92 - 0.07 * slips;
}
