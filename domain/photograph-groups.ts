import { groupBy } from '#domain/text/group-by.ts';
import { inOrderTaken } from './picture-name.ts';
import { readPageName, type PageName } from './page-name.ts';

/** A picture that may be a page, before it is opened. */
export type PagePicture = {
  /** With its folders, divided by `/`. */
  path: string;
  /** From its EXIF, in the format of `readTimeTaken`. */
  takenAt: string | null;
  /** Last modification of the file, in milliseconds; copies and downloads set it to their own time. */
  modifiedAt: number | null;
};

/**
 * Reason why the user has to check a group before one PDF is made from it. `numbers`: their numbers may be of pages or of papers.
 * `sent`: their times are those of sending, not of taking. `apart`: their names are of one paper, but they were taken at
 * different times. `many`: more pages than a paper has.
 */
export type GroupDoubt = 'numbers' | 'sent' | 'apart' | 'many';

/** Pictures that become one PDF, in the order of its pages. */
export type PageGroup<Picture> = { pictures: Picture[]; doubt: GroupDoubt | null };

/**
 * Longest pause between pages of one paper, which are photographed one after the other; between two papers the pause is mostly
 * longer.
 */
const pauseMs = 5 * 60_000;
/** Pictures with the same name but for the number of the page, taken further apart than this, need confirmation. */
const longPauseMs = 60 * 60_000;
/** Only a hint: pictures written on different days, whose names have nothing but a number. */
const dayMs = 24 * 60 * 60_000;
/** Largest gap in a camera's counter, because some pictures are deleted in between. */
const maxMissing = 3;
/** Number of pages from which a group is longer than a paper. */
const manyPages = 24;

type Read<Picture> = { picture: Picture; name: PageName; takenMs: number | null };

/**
 * Groups pictures that are pages of one paper: of one folder, with names alike except for numbers, moments and marks of copies,
 * and taken within minutes. A year in a name, or a word that counts papers (*quiz 2*), separates them. Groups have at most
 * `maxPages`; they are in the order of their first pictures.
 */
export function groupPages<Picture extends PagePicture>(
  pictures: readonly Picture[],
  maxPages: number,
): PageGroup<Picture>[] {
  const read = pictures.map((picture): Read<Picture> => {
    const name = readPageName(splitPath(picture.path).name);
    return { picture, name, takenMs: takenMoment(picture, name) };
  });
  const alike = groupBy(read, ({ picture, name }) => JSON.stringify([splitPath(picture.path).folder, name.key]));
  const places = new Map(pictures.map((picture, index) => [picture, index]));
  const firstPlace = ({ pictures: pages }: PageGroup<Picture>) =>
    Math.min(...pages.map((page) => places.get(page) ?? 0));
  return [...alike.values()]
    .flatMap((members) => (members.every(({ name }) => isCounter(name)) ? byMoment(members) : [named(members)]))
    .flatMap((group) => inParts(group, maxPages))
    .toSorted((one, other) => firstPlace(one) - firstPlace(other));
}

/** True for names of a camera, a scanner or a messenger, and for plain numbers: moments and counters distinguish papers. */
function isCounter({ counts, moment, words }: PageName): boolean {
  return counts === 'counter' || (moment !== null && words === '');
}

/** Returns the moment in the name, unless it is only that of sending; else that of the EXIF. */
function takenMoment({ takenAt }: PagePicture, { moment }: PageName): number | null {
  if (moment && !moment.isSent) return moment.at;
  const exif = takenAt === null ? null : /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(takenAt);
  if (!exif) return null;
  const [year = 0, month = 1, ...rest] = exif.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
}

/** Groups pictures to which a person gave similar names: one paper. */
function named<Picture extends PagePicture>(members: readonly Read<Picture>[]): PageGroup<Picture> {
  return { pictures: inPageOrder(members), doubt: doubtOfNames(members) };
}

function doubtOfNames(members: readonly Read<PagePicture>[]): GroupDoubt | null {
  if (members.length === 1) return null;
  const taken = members.map(({ takenMs }) => takenMs);
  if (members.some(({ name }) => name.counts === 'unclear') || !areOfPages(members)) return 'numbers';
  if (taken.every((each) => each !== null) && longestPause(taken) > longPauseMs) return 'apart';
  return null;
}

/** True if the numbers begin with the first page and have few gaps, like pages. A name without one is the first. */
function areOfPages(members: readonly Read<PagePicture>[]): boolean {
  const numbers = new Set(members.map(({ name }) => name.numbers[0] ?? 1));
  const least = Math.min(...numbers);
  return least <= 2 && Math.max(...numbers) - least < numbers.size + maxMissing;
}

/** Groups pictures that a camera named: those within minutes are of one paper. */
function byMoment<Picture extends PagePicture>(members: readonly Read<Picture>[]): PageGroup<Picture>[] {
  const taken = members.filter(({ takenMs }) => takenMs !== null);
  const sent = members.filter(({ takenMs, name }) => takenMs === null && name.moment !== null);
  const counted = members.filter(({ takenMs, name }) => takenMs === null && name.moment === null);
  const toGroup = (doubt: GroupDoubt | null) => (run: Read<Picture>[]) => ({
    pictures: inPageOrder(run),
    doubt: run.length > 1 ? doubt : null,
  });
  return [
    ...inRuns(
      taken,
      ({ takenMs }) => takenMs ?? 0,
      (gap) => gap > pauseMs,
    ).map(toGroup(null)),
    ...inRuns(
      sent,
      ({ name }) => name.moment?.at ?? 0,
      (gap) => gap > pauseMs,
    ).map(toGroup('sent')),
    ...inRuns(
      counted,
      ({ name }) => name.numbers[0] ?? 0,
      (gap, one, other) => gap > maxMissing || wereApart(one, other),
    ).map(toGroup(counted.some(({ name }) => name.counts === 'counter') ? 'numbers' : null)),
  ];
}

function wereApart({ picture: one }: Read<PagePicture>, { picture: other }: Read<PagePicture>): boolean {
  return one.modifiedAt !== null && other.modifiedAt !== null && Math.abs(one.modifiedAt - other.modifiedAt) > dayMs;
}

/** Sorts by a number, and divides where two neighbours are apart. */
function inRuns<Item>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
  areApart: (gap: number, one: Item, other: Item) => boolean,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items.toSorted((one, other) => numberOf(one) - numberOf(other))) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && !areApart(numberOf(item) - numberOf(last), last, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function longestPause(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  return Math.max(...sorted.slice(1).map((moment, index) => moment - (sorted[index] ?? moment)));
}

function inPageOrder<Picture extends PagePicture>(members: readonly Read<Picture>[]): Picture[] {
  const facts = members.map(({ picture }) => ({
    name: splitPath(picture.path).name,
    takenAt: picture.takenAt,
    picture,
  }));
  return inOrderTaken(facts).map(({ picture }) => picture);
}

/** Splits a group, because no PDF has more pages than the library makes from photographs. */
function inParts<Picture>({ pictures, doubt }: PageGroup<Picture>, maxPages: number): PageGroup<Picture>[] {
  const count = Math.ceil(pictures.length / maxPages);
  return Array.from({ length: count }, (_, index) => {
    const part = pictures.slice(index * maxPages, (index + 1) * maxPages);
    return { pictures: part, doubt: doubt ?? (part.length > manyPages || count > 1 ? 'many' : null) };
  });
}

/** Far below the limit of a file name, so that the path can be staged. In UTF-16 code units. */
export const maxNameLength = 120;

/** Folders whose names do not describe their content. */
const emptyFolder =
  /^(?:images?|img|imgs|pictures?|pics?|photos?|fotos?|bilder|dcim|camera|100[a-z]+|whatsapp images?|scans?|scanned|new folder(?: \(\d+\))?|untitled folder|\d+)$/i;

/**
 * Returns the path of the PDF of a group: its folder, and the common part of its pictures' names. If that is only a camera's, the
 * name of the folder; `taken` has the paths that are in use, and gets this one.
 */
export function pathOfPages(paths: readonly string[], taken: Set<string>): string {
  const [first = ''] = paths;
  const { folder } = splitPath(first);
  const names = paths.map((path) => readPageName(splitPath(path).name));
  // The plainest of them: `final` rather than `final copy`.
  const [words = ''] = names.map((name) => name.words).toSorted((one, other) => one.length - other.length);
  const steps = folder.split('/').filter((step) => step !== '');
  const [only] = names;
  // `7.png` in a folder of papers is *Old papers 7*.
  const number = names.length === 1 && only?.key === '' ? only.numbers.join('.') : '';
  const ofFolder = steps.findLast((step) => !emptyFolder.test(step.trim())) ?? 'Photographs';
  // `A 1.jpg` and `A 2.jpg` in a folder of a paper are *Midterm A*.
  const isShort = words.length < 3;
  const named = isShort ? [ofFolder.trim(), words || number].filter(Boolean).join(' ') : words;
  // The limit may cut a surrogate pair.
  const plain = named.slice(0, maxNameLength).replace(/[\uD800-\uDBFF]$/, '');
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? `${plain}.pdf` : `${plain} (${count}).pdf`;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}

function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) };
}
