import { fileExtension } from '#domain/file-type.ts';
import { groupBy } from '#domain/text/group-by.ts';
import { writeCsv } from '#domain/write-csv.ts';
import * as words from '#messages/import/intake.ts';
import { convertibleKinds, isConvertible, type ConvertibleKind } from './file-kinds.ts';
import { foldersOf } from './project-folders.ts';
import type { NotTaken } from './intake-file.ts';

/** A folder and the number of its files that are counted. */
export type FolderCount = { folder: string; count: number };

/** Files listed one by one or, if there are many, as a count for each folder. */
export type ListedFiles = { paths: string[]; folders: FolderCount[] };

/** A short report of files that were not accepted; files that can become materials come first. */
export type LeftOutReport = {
  /** Number of files that were not accepted, without leftovers of systems and programs. */
  total: number;
  /** True if some of these files could be materials and have no PDF next to them. */
  isIncomplete: boolean;
  convertible: (ListedFiles & { title: string; advice: string })[];
  /** Files that cannot be accepted as they are. */
  refused: (ListedFiles & { reason: string })[];
  /** Left out on purpose: a line for each folder. */
  leftOut: { folder: string; text: string }[];
};

/** Maximum number of lines in a list. If there are more, files are counted by the folders above. */
const maxFolders = { listed: 8, leftOut: 12 };
/** Maximum number of paths listed one by one; further ones are counted by folder. */
const maxPaths = 4;
/** Maximum number of text files in a folder of notes; in a folder with more, they are data. */
const maxTexts = 40;

/** Groups files that were not accepted. `taken` has the paths of all accepted files. Folders are relative to the common one. */
export function groupLeftOut(notTaken: readonly NotTaken[], taken: Iterable<string>): LeftOutReport {
  const above = commonFolder([...taken, ...notTaken.map(({ path }) => path)]);
  const within = (path: string) => path.slice(above.length);
  const takenPaths = Array.from(taken, within);
  const reported = asProgramTexts(
    notTaken
      .filter(({ kind }) => kind !== 'leftover' && kind !== 'joined')
      .map((each) => ({ ...each, path: within(each.path) })),
  );
  const hasPdf = findsPdf(takenPaths);
  const refused = reported.filter(({ kind }) => kind === undefined);
  const convertible = reported.filter(({ kind }) => isConvertible(kind));
  const busy = new Set([...takenPaths, ...[...refused, ...convertible].map(({ path }) => path)].flatMap(foldersOf));
  return {
    total: reported.length,
    isIncomplete: refused.length > 0 || convertible.some((each) => !hasPdf(each)),
    convertible: convertibleKinds.flatMap((kind) => {
      const files = convertible.filter((each) => each.kind === kind);
      const missing = files.filter((each) => !hasPdf(each));
      if (files.length === 0) return [];
      return [
        {
          title: words.countSentence(kind, files.length),
          advice: adviceFor(kind, files.length, missing.length),
          ...listFiles(missing),
        },
      ];
    }),
    refused: groupReasons(refused),
    leftOut: groupFolders(
      reported.filter(({ kind }) => kind !== undefined && !isConvertible(kind)),
      busy,
    ),
  };
}

/** Returns the folders that all paths begin with, followed by a slash; '' if there are none. */
function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '');
  while (common !== '' && !paths.every((path) => path.startsWith(`${common}/`))) common = folderOf(common);
  return common === '' ? '' : `${common}/`;
}

/**
 * Marks text files as data if they are next to programs, which read and write them, or if a folder has too many to be
 * notes.
 */
function asProgramTexts(files: readonly NotTaken[]): NotTaken[] {
  const programs = new Set(files.filter(({ kind }) => kind === 'program').map(({ path }) => folderOf(path)));
  const texts = groupBy(
    files.filter(({ kind }) => kind === 'text'),
    ({ path }) => folderOf(path),
  );
  const isData = (folder: string) => programs.has(folder) || (texts.get(folder)?.length ?? 0) > maxTexts;
  return files.map((each) => (each.kind === 'text' && isData(folderOf(each.path)) ? { ...each, kind: 'data' } : each));
}

/** Lists every file that was not accepted, with its reason, for the downloadable report. */
export function listLeftOut(
  notTaken: readonly NotTaken[],
  taken: Iterable<string>,
): { path: string; reason: string }[] {
  const hasPdf = findsPdf([...taken]);
  return notTaken.map((each) => ({
    path: each.path,
    reason: hasPdf(each) ? words.withPdf : each.reason || words.reasons[each.kind ?? 'other'],
  }));
}

/** Returns a function that finds out if the PDF of a document is next to it: `unit 1.pdf` next to `unit 1.docx`. */
function findsPdf(taken: readonly string[]): (each: NotTaken) => boolean {
  const stems = new Set(taken.filter((path) => fileExtension(path) === '.pdf').map(stemOf));
  return ({ path, kind }) => isConvertible(kind) && kind !== 'picture' && kind !== 'archive' && stems.has(stemOf(path));
}

const stemOf = (path: string) => path.replace(/\.[^./]+$/, '').toLowerCase();
const folderOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/** Returns the advice for the files of a kind, some of which have no PDF. */
function adviceFor(kind: ConvertibleKind, count: number, missing: number): string {
  const withPdf = count - missing;
  if (missing === 0) return count === 1 ? words.withPdf : words.allWithPdf;
  const advice = words.advice[kind];
  return withPdf > 0 ? `${advice} ${words.someWithPdf(withPdf)}` : advice;
}

function groupReasons(refused: readonly NotTaken[]): LeftOutReport['refused'] {
  return Array.from(
    groupBy(refused, ({ reason }) => reason),
    ([reason, files]) => ({ reason, ...listFiles(files) }),
  );
}

function listFiles(files: readonly NotTaken[]): ListedFiles {
  const paths = files.map(({ path }) => path);
  if (paths.length <= maxPaths) return { paths, folders: [] };
  return { paths: [], folders: countFolders(paths.map(folderOf), maxFolders.listed) };
}

/** Returns a line for each folder. A folder is merged into its topmost parent that contains no accepted file. */
function groupFolders(files: readonly NotTaken[], busy: ReadonlySet<string>): LeftOutReport['leftOut'] {
  const placed = files.map(({ path, kind = 'other' }) => {
    const around = foldersOf(path);
    const folder = around.find((each) => !busy.has(each)) ?? around.at(-1) ?? '';
    return { folder, kind };
  });
  const depth = findDepth(
    placed.map(({ folder }) => folder),
    maxFolders.leftOut,
  );
  const groups = groupBy(placed, ({ folder }) => cut(folder, depth));
  return Array.from(groups, ([folder, here]) => {
    const kinds = Array.from(
      groupBy(here, ({ kind }) => kind),
      ([kind, list]) => ({ kind, count: list.length }),
    );
    kinds.sort((one, other) => other.count - one.count);
    return { folder, count: here.length, text: words.countsOfKinds(kinds) };
  }).sort((one, other) => other.count - one.count);
}

function countFolders(folders: readonly string[], max: number): FolderCount[] {
  const depth = findDepth(folders, max);
  const groups = groupBy(folders, (folder) => cut(folder, depth));
  return Array.from(groups, ([folder, { length }]) => ({ folder, count: length })).sort(
    (one, other) => other.count - one.count,
  );
}

/** Returns the depth at which folder paths are cut off, so that at most `max` different folders remain. */
function findDepth(folders: readonly string[], max: number): number {
  let depth = folders.reduce((most, folder) => Math.max(most, folder.split('/').length), 1);
  while (depth > 1 && new Set(folders.map((folder) => cut(folder, depth))).size > max) depth -= 1;
  return depth;
}

const cut = (folder: string, depth: number) => folder.split('/').slice(0, depth).join('/');

/** A line of the complete report file. */
export type ReportLine = { path: string; outcome: string; reason: string };

/** Formats the lines as CSV. */
export function writeReportFile(lines: readonly ReportLine[]): string {
  return writeCsv([words.listColumns, ...lines.map(({ path, outcome, reason }) => [path, outcome, reason])]);
}
