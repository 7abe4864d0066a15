import { foldWord } from '#domain/search/search-fold.ts';
import { materialLimits, type MaterialKind } from '#domain/material.ts';
import { plainLine } from '#domain/text/plain-line.ts';
import { cleanName } from '#domain/guess/names/clean-name.ts';
import { otherNames } from '#domain/guess/names/subject-names.ts';
import { wholeNumber } from '#domain/guess/names/word-forms.ts';

/** Facts about a file besides its name. */
export type TitleFacts = {
  subject: string | null;
  /** AD. */
  year: number | null;
  /** Bikram Sambat. */
  yearBs: number | null;
  kind: MaterialKind | null;
};

const untitled = 'Untitled';

/**
 * Returns the title of a file, for the form, the import and the command: its name without additions by programs and
 * sites. If the name is generic (a scanner's name, a date), the title is made from the subject: for a paper with the
 * year, for other kinds with the topic of the folder. `path` is the name, with or without folders.
 */
export function guessTitle(path: string, { subject, year, yearBs, kind }: TitleFacts): string {
  const names = path.split(/[/\\]+/);
  const name = names.at(-1) ?? '';
  const bare = withoutScanner(lineOf(cleanName(name).replaceAll('_', ' ')));
  if (subject !== null && saysNothing(bare)) {
    const topic = kind === 'paper' ? null : findTopic(names.slice(0, -1), subject);
    return cut([subject, topic ?? whenOf(year, yearBs)].filter((part) => part !== null).join(' '));
  }
  return cut(bare || plainLine(name.toWellFormed()) || untitled);
}

function whenOf(year: number | null, yearBs: number | null): string | null {
  if (yearBs !== null) return `${yearBs} BS`;
  return year === null ? null : `${year}`;
}

/** Returns the text on one line, with single spaces. */
const lineOf = (text: string) => plainLine(text).replace(/\s+/g, ' ').trim();

/** Cuts a title without splitting a surrogate pair. */
function cut(title: string): string {
  return title
    .slice(0, materialLimits.titleLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** Names of scanning apps, which they put at the beginning or end of a file's name. */
const scanner = String.raw`(?:cam|doc|tap|tiny|clear|swift|genius|turbo)\s?scan(?:ner)?|adobe\s?scan|(?:office|microsoft)\s?lens|kaagaz(?:\sscanner)?|vflat|notebloc|ilovepdf`;
const scannerBefore = new RegExp(String.raw`^(?:scanned\s(?:by|with)\s)?(?:${scanner})(?![\p{L}])[\s-]*`, 'iu');
const scannerAfter = new RegExp(String.raw`[\s-]+(?:scanned\s(?:by|with)\s)?(?:${scanner})$`, 'iu');

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** Full dates as scanners and cameras write them. A month or a year alone may be that of an exam. */
const days = [
  String.raw`\d{4}[-. ]\d{1,2}[-. ]\d{1,2}`,
  String.raw`\d{1,2}[-. /]\d{1,2}[-. /]\d{4}`,
  String.raw`\d{1,2}[-. ](?:${months})[-. ,]{1,2}\d{4}`,
  String.raw`(?:${months})[-. ]\d{1,2}[, -]{1,2}\d{4}`,
];
const time = String.raw`(?:[ ,-]+(?:at )?\d{1,2}[-.:  ]\d{2}(?:[-.:  ]\d{2})?(?:\s?[ap]\.?m\.?)?)`;
const stamp = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${days.join('|')})${time}?(?![\p{L}\p{N}])`, 'giu');
const stampBefore = new RegExp(String.raw`^(?:${days.join('|')})${time}?[\s-]+(?=\S)`, 'iu');

/** Removes the name of a scanner and the time after it, unless nothing else would be left. */
function withoutScanner(name: string): string {
  const after = name.replace(scannerAfter, '');
  const rest = after.replace(scannerBefore, '');
  if (rest === name || rest === '') return name;
  const bare = rest === after ? rest : rest.replace(stampBefore, '');
  return saysNothing(bare) ? name : bare;
}

/** Generic words in names: those of scanners, cameras, messengers and programs. */
const emptyWords = new Set(
  [
    'scan scans scanned scanner cam camscanner docscanner tap tapscanner kaagaz lens vflat notebloc ilovepdf smallpdf',
    'img image images dsc dscn pxl mvimg vid screenshot photo photos picture pic whatsapp wa',
    'doc docs document documents file files untitled new copy pdf page pages final adobe at am pm by with the and',
    'merged compressed combined converted download downloads received',
  ].flatMap((words) => words.split(' ')),
);
/** Names of scanning apps that are generic only if the name has no other words. */
const scannersWords = /\b(?:office|microsoft)\s?lens\b|\b(?:genius|turbo|tiny|clear|swift)\s?scan(?:ner)?\b/giu;

/** True if a name is only a date, a number, or a name that a program gave. */
export function saysNothing(name: string): boolean {
  if (isRandom(name)) return true;
  const rest = name.replace(stamp, ' ').replace(scannersWords, ' ');
  const words = rest.match(/[\p{L}\p{M}]+/gu) ?? [];
  const isEmpty = (word: string) => emptyWords.has(word.toLowerCase());
  return words.every((word) => isEmpty(word) || word.split(/(?<=\p{Ll})(?=\p{Lu})/u).every(isEmpty));
}

/** True for a generated identifier: hexadecimal, or alternating letters and digits. */
function isRandom(name: string): boolean {
  if (/\s/.test(name)) return false;
  if (/^[0-9a-f-]{16,}$/i.test(name)) return /\d/.test(name);
  return name
    .split('-')
    .some((part) => part.length >= 20 && (part.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0) > 4);
}

/** Folder names that show the kind or the origin of files, and not their topic. */
const kindWords = new Set(
  'note notes slide slides lecture lectures handout handouts book books paper papers question questions old past new all pyq pyqs pdf pdfs ppt exam exams board model solution solutions revision imp important lab labs practical practicals syllabus material materials resources scan scans scanned photo photos image images handwritten class college sem semester year term other others misc downloads'.split(
    ' ',
  ),
);
const unitFolder =
  /^(?:unit|chapter|chap|ch|lesson|lecture|module|week|topic|part|एकाइ|अध्याय|पाठ)(?:[\s.:-]*\d|\s\S)/iu;

/** Returns the name of the folder that names the topic of its files within the subject; null if there is none. */
function findTopic(folders: readonly string[], subject: string): string | null {
  const [nearest, ...further] = folders.map((folder) => lineOf(cleanName(folder).replaceAll('_', ' '))).reverse();
  if (!nearest || isOfSubject(nearest, subject)) return null;
  if (unitFolder.test(nearest)) return nearest;
  const isTopic = further.some((folder) => isOfSubject(folder, subject));
  const words = wordsOf(nearest);
  const isContent = words.some((word) => !kindWords.has(word) && !/^\d/.test(word) && wholeNumber(word) === null);
  return isTopic && isContent ? nearest : null;
}

const wordsOf = (name: string) => (name.match(/\d+\p{L}*|\p{L}[\p{L}\p{M}]*/gu) ?? []).map((word) => foldWord(word));

/** True if a folder is named after the subject: by its words, its initials, or another name for it. */
function isOfSubject(folder: string, subject: string): boolean {
  const named = wordsOf(folder);
  const words = wordsOf(subject);
  const names = otherNames.find((each) => each.names.some((name) => wordsOf(name).join(' ') === words.join(' ')));
  const longer = words.filter((word) => word.length > 3);
  const initials = [words, longer].map((each) => each.map((word) => word.slice(0, 1)).join(''));
  const has = (name: readonly string[]) =>
    name.length > 0 && name.every((word) => named.some((each) => each === word || isInflected(each, word)));
  return (
    has(longer) ||
    named.some((word) => word.length > 1 && initials.includes(word)) ||
    (names?.others.some((other) => has(wordsOf(other))) ?? false)
  );
}

const isInflected = (one: string, other: string) => other.length > 5 && one.startsWith(other.slice(0, -1));
