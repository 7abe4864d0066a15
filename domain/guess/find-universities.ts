import type { Faculty } from '#domain/catalogue.ts';
import { editDistance } from '#domain/edit-distance.ts';
import type { Piece } from './read-source.ts';

/**
 * A university named by a folder, the file's name or its first page. `key` is its distinguishing word in lower case.
 */
export type NamedUniversity = { key: string; shown: string; piece: Piece };

/** "University" in the languages of the tested drives, with OCR errors (`Univers1ty`) and word breaks (`Universit y`). */
const university = String.raw`univers[il1]t(?:y|ies|[äàáéaeo]\p{L}*|[ \t]y(?!\p{L}))|universidad\p{L}*|uniwersytet\p{L}*|विश्वविद्यालय|विश्व[ \t]विद्यालय`;
const named = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${university})(?![\p{L}\p{M}])`, 'giu');
const wordForm = String.raw`[\p{L}][\p{L}\p{M}.'’&]*`;
const twoBefore = new RegExp(String.raw`(?:${wordForm}[ \t]+){1,2}$`, 'u');
const nextWord = new RegExp(
  String.raw`^((?:[ \t]+(?:of|de|do|da|di|for|für|des|the|federal|estadual|nacional|nacionale|state))+)?[ \t]+(${wordForm})`,
  'iu',
);
/** Maximum length of a university's name on either side of the word, in UTF-16 code units. */
const maxAround = 60;
const chinese = /(\p{Script=Han}{2,6})(?:大学|大學)/gu;

/** Words next to "University" that do not name one; the word next to them is tried then. */
const general = new Set(
  [
    'a an the of at in on for from to by with and or as per our your my his her their its this that each any every other',
    'another some all no same local foreign own new open public private affiliated affilated under deemed international',
    'national state technical technological technology federal medical agricultural central engineering women islamic',
    'modern metropolitan de do da di del la le les der die das für per prescribed revised old model semester syllabus',
    'faculty institute department school college campus education level course exam examination examinations board notes',
    'questions question papers paper all past',
  ]
    .join(' ')
    .split(' '),
);
/** Publishers and offices, and textbooks of physics. */
const noUniversity = new Set(
  'press grants physics library student students teacher teachers level syllabus'.split(' '),
);

/**
 * Finds the universities that the pieces name, each once per piece. On a page, a name must be capitalised; in names of
 * folders and files, case does not matter, because people write `ned-university`.
 */
export function findUniversities(pieces: readonly Piece[]): NamedUniversity[] {
  const found: NamedUniversity[] = [];
  for (const piece of pieces) {
    const keys = new Map<string, string>();
    const text = piece.source === 'text' ? piece.text : spaced(piece.text);
    for (const { key, shown } of universitiesIn(text, piece.source === 'text')) keys.set(key, shown);
    for (const [key, shown] of keys) found.push({ key, shown, piece });
  }
  return found;
}

/** Splits names at signs and capitals: `Pokhara-University-BCA`, `NEDUniversity`. */
function spaced(name: string): string {
  return name
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ')
    .replace(/[^\p{L}\p{M}\p{N}.'’&]+/gu, ' ')
    .replace(/\.(?=\p{L}{2})/gu, ' ');
}

function universitiesIn(text: string, needsCapitals: boolean): { key: string; shown: string }[] {
  const found: { key: string; shown: string }[] = [];
  for (const { 0: word, index } of text.matchAll(named)) {
    const end = index + word.length;
    const [before = ''] = twoBefore.exec(text.slice(Math.max(0, index - maxAround), index)) ?? [];
    const [follow = '', of = '', after = ''] = nextWord.exec(text.slice(end, end + maxAround)) ?? [];
    if (noUniversity.has(after.toLowerCase())) continue;
    const counts = (each: string) =>
      each.length > 1 && !general.has(keyOf(each)) && (!needsCapitals || /^[\p{Lu}\p{Lo}]/u.test(each));
    const isEnglish = /university|universities|विश्व/i.test(word);
    const words = before.trim().split(/\s+/).reverse();
    const key = words.find(counts) ?? ((of !== '' || !isEnglish) && counts(after) ? after : undefined);
    if (key === undefined) continue;
    found.push({
      key: keyOf(key),
      shown: `${before}${word}${of === '' && isEnglish ? '' : follow}`.replace(/\s+/g, ' ').trim(),
    });
  }
  for (const [shown, key = ''] of text.matchAll(chinese)) found.push({ key, shown });
  return found;
}

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Nepali spellings of universities that catalogues name in English. */
const spellings: Readonly<Record<string, string>> = {
  त्रिभुवन: 'tribhuvan',
  काठमाडौं: 'kathmandu',
  काठमाडौँ: 'kathmandu',
  पोखरा: 'pokhara',
  पूर्वाञ्चल: 'purbanchal',
};
/**
 * Minimum length in letters of names that may have a typing error. Shorter words that differ by a letter are different
 * names.
 */
const minSlipLength = 7;

/**
 * Returns the distinguishing words of the university that teaches the programme; none if the catalogue does not name
 * it.
 */
export function universityKeys({ university: name }: Faculty): string[] {
  return name === null ? [] : universitiesIn(name, true).map(({ key }) => key);
}

/** True if both keys name the same university, possibly with a spelling or OCR error. */
export function isSameUniversity(key: string, ownKey: string): boolean {
  const spelt = spellings[key] ?? key;
  if (spelt === ownKey) return true;
  return ownKey.length >= minSlipLength && editDistance(spelt, ownKey, 2) <= (ownKey.length >= 9 ? 2 : 1);
}
