import type { StagedDuplicateAnswer, StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import {
  listLeftOut,
  type LeftOutReport,
  type ListedFiles,
  type ReportLine,
} from '#app/features/import/intake/left-out-report.ts';
import { placeWords, returnOf } from '#app/features/import/rows/row-words.ts';
import { countOf } from '#domain/text/count-of.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { undoDays } from '#contract/undo.ts';
import { doubts } from '#messages/import/pictures.ts';
import { titleOf } from '#messages/import/rows.ts';
import { plain } from '#scripts/admin/print.ts';
import { isSureEnough } from './publish-rows.ts';
import type { Staged } from './stage-files.ts';
import type { PictureOutcome } from './stage-pictures.ts';

/** Number of lines of a list. */
const maxLines = 20;

const fieldNames = { facultyId: 'faculty', semesterId: 'term', subject: 'subject', kind: 'kind', year: 'year' };

export type Outcome = {
  staged: Staged;
  /** Plan for the pictures, if there were any and they were not skipped. */
  pictures: PictureOutcome | null;
  published: readonly StagedFileAnswer[];
  /** Reasons by id of the row. */
  refusedAtEnd: ReadonlyMap<string, string>;
  seconds: number;
  isAllRead: boolean;
  /** Minimum confidence of a file that is published, or would be. */
  least: number;
  publishes: boolean;
  /** Time zone of the library, for days. */
  timeZone: string;
};

/** Writes the results of all files, for a person. */
export function writeReport(outcome: Outcome, leftOut: LeftOutReport): string {
  const { staged, published, refusedAtEnd, seconds, least, publishes, timeZone } = outcome;
  const { total, ready, alike, unreadable, rest } = sortRows(outcome);
  const duplicates = [...staged.duplicates.values()];
  const before = [...staged.publishedBefore.values()];
  const rate = seconds > 0 ? `, ${(total / seconds).toFixed(1)} a second` : '';
  const lines = [
    `${countOf(total, 'file')} in ${countOf(Math.round(seconds), 'second')}${rate}; ${countOf(staged.sentFiles, 'was', 'were')} sent.`,
  ];
  if (publishes) lines.push(`Published: ${published.length}`);
  if (published.length > 0)
    lines.push(`To undo it within ${undoDays} days: in the panel, Manage Content, Recent changes.`);
  if (before.length > 0) lines.push(`Published before: ${before.length}`);
  if (ready.length > 0 || !publishes)
    lines.push(`Staged and ready: ${ready.length}${publishes ? '' : `; --publish-above ${least} would publish them`}`);
  const list = (title: string, entries: readonly string[], where: string) => {
    if (entries.length === 0) return;
    lines.push(`${title}: ${entries.length}`, ...entries.slice(0, maxLines).map((entry) => `  ${plain(entry)}`));
    if (entries.length > maxLines) lines.push(`  … and ${entries.length - maxLines} more, ${where}`);
  };
  const inPanel = 'which the panel shows';
  list(
    'Staged and doubtful',
    rest.map((row) => `${row.path}: ${whatIsMissing(row, refusedAtEnd.get(row.$id))}`),
    inPanel,
  );
  list(
    'Staged, with nearly the same text',
    alike.map((row) => `${row.path}: ${describeDuplicates(row.duplicates, timeZone)}`),
    inPanel,
  );
  list(
    'Staged, damaged or locked',
    unreadable.map((row) => `${row.path}: ${row.warning}${adviceOf(row.warning)}`),
    inPanel,
  );
  // These files were discarded, so the panel does not have them.
  list(
    'Duplicates, not sent',
    duplicates.map(({ row, of }) => `${row.path}: ${describeDuplicates([of], timeZone)}`),
    'which --report FILE lists',
  );
  list(
    'Copies of a file, staged once',
    [...staged.rows.values(), ...published, ...before, ...duplicates.map(({ row }) => row)].flatMap(describeCopies),
    'which --report FILE lists',
  );
  lines.push(...writeLeftOut(leftOut).map(plain));
  if (!outcome.isAllRead) lines.push('Some files are still being read; the panel shows them.');
  return `${lines.join('\n')}\n`;
}

function adviceOf(warning: string | null): string {
  if (warning === lockedPdf) return ' To publish it with its password, choose it in the panel under Import Many.';
  if (warning === portfolioPdf) return ' To take the papers inside, choose it in the panel under Import Many.';
  return '';
}

/**
 * Writes the files that were left out: first those that can become materials, with advice, then a line for each folder.
 */
function writeLeftOut({ total, convertible, refused, leftOut }: LeftOutReport): string[] {
  if (total === 0) return [];
  const lines = [`Not taken: ${total.toLocaleString('en')}; --report FILE lists all of them`];
  if (convertible.length > 0) lines.push('Could become materials:');
  for (const { title, advice, ...files } of convertible) lines.push(`  ${title} ${advice}`, ...writeFiles(files));
  if (refused.length > 0) lines.push('Cannot be taken:');
  for (const { reason, ...files } of refused) lines.push(`  ${reason}`, ...writeFiles(files));
  if (leftOut.length > 0) lines.push('Left out on purpose:');
  return [...lines, ...leftOut.map(({ folder, text }) => `  ${folder}: ${text}`)];
}

function writeFiles({ paths, folders }: ListedFiles): string[] {
  return [...paths, ...folders.map(({ folder, count }) => `${folder}: ${count.toLocaleString('en')}`)].map(
    (line) => `    ${line}`,
  );
}

/** Returns the result of each file, with the reason. Of several copies, one has the result of their row. */
export function listOutcomes(outcome: Outcome): ReportLine[] {
  const { staged, published, refusedAtEnd, pictures, timeZone } = outcome;
  const { ready, alike, unreadable, rest } = sortRows(outcome);
  const lines = (row: StagedFileAnswer, became: string, reason: string | null = null): ReportLine[] => {
    const paths = staged.paths.get(row.$id) ?? [];
    const shown = paths.includes(row.path) ? row.path : (paths[0] ?? row.path);
    const copies = paths.filter((path) => path !== shown);
    return [
      { path: shown, outcome: became, reason: reason ?? '' },
      ...copies.map((path) => ({ path, outcome: 'copy', reason: `the same file as ${shown}` })),
    ];
  };
  const notTaken = listLeftOut(staged.refused, staged.found);
  return [
    ...published.flatMap((row) => lines(row, 'published')),
    ...[...staged.publishedBefore.values()].flatMap((row) => lines(row, 'published before')),
    ...ready.flatMap((row) => lines(row, 'ready')),
    ...rest.flatMap((row) => lines(row, 'doubtful', whatIsMissing(row, refusedAtEnd.get(row.$id)))),
    ...alike.flatMap((row) => lines(row, 'nearly the same text', describeDuplicates(row.duplicates, timeZone))),
    ...unreadable.flatMap((row) => lines(row, 'damaged or locked', row.warning)),
    ...[...staged.duplicates.values()].flatMap(({ row, of }) =>
      lines(row, 'duplicate', describeDuplicates([of], timeZone)),
    ),
    ...(pictures ? listPictures(pictures) : []),
    ...notTaken.map(({ path, reason }) => ({ path, outcome: 'not taken', reason })),
  ];
}

/** Returns the result of each picture. */
function listPictures({ pdfs, rows, doubtful, leftOut }: PictureOutcome): ReportLine[] {
  const pages = [...pdfs, ...rows].flatMap(({ path, pictures }) =>
    pictures.map((picture) => ({ path: picture.path, outcome: 'page', reason: `Of ${path}.` })),
  );
  const open = doubtful.flatMap(({ pictures, doubt }) =>
    pictures.map(({ path }) => ({ path, outcome: 'to put together', reason: doubt ? doubts[doubt] : '' })),
  );
  return [
    ...pages,
    ...open,
    ...leftOut.map(({ picture, reason }) => ({ path: picture.path, outcome: 'left out', reason })),
  ];
}

/** Sorts the staged rows by the next step of a person, and counts all files. */
function sortRows({ staged, refusedAtEnd, least }: Outcome) {
  const rows = [...staged.rows.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const ready = rows.filter((row) => isSureEnough(row, least) && !refusedAtEnd.has(row.$id));
  const alike = rows.filter(({ duplicates }) => duplicates.length > 0);
  const unreadable = rows.filter(({ warning }) => warning !== null);
  const rest = rows.filter((row) => !ready.includes(row) && !alike.includes(row) && !unreadable.includes(row));
  // Copies are files, too.
  const total = [...staged.paths.values()].flat().length;
  return { total, ready, alike, unreadable, rest };
}

function whatIsMissing(row: StagedFileAnswer, refusal: string | undefined): string {
  if (refusal !== undefined) return refusal;
  if (row.state === 'waiting') return 'its bytes did not arrive';
  if (row.state === 'reading') return 'still being read';
  const doubts = row.doubtful.map((field) => {
    if (field === 'rights') return 'its first page reserves all rights';
    const { value, confidence } = row.fields[field];
    return value === null
      ? `${fieldNames[field]} is missing`
      : `${fieldNames[field]} ${value}? (${confidence.toFixed(2)})`;
  });
  return doubts.join(', ') || `sure to ${row.confidence.toFixed(2)} only`;
}

/** Describes the further paths of a row. */
function describeCopies({ path, otherPaths, pathCount }: StagedFileAnswer): string[] {
  const left = pathCount - 1 - otherPaths.length;
  const more = left > 0 ? [`${left} more paths: the same file as ${path}`] : [];
  return [...otherPaths.map((other) => `${other}: the same file as ${path}`), ...more];
}

function describeDuplicates(duplicates: readonly StagedDuplicateAnswer[], timeZone: string): string {
  const [first] = duplicates;
  if (!first) return '';
  const what = first.how === 'bytes' ? 'the same file' : `${Math.floor(first.share * 100)} % the same`;
  const way = returnOf(first);
  const view = way === 'restore' ? 'Trash' : 'Hidden';
  const advice = way === null ? '' : `. To ${way} it, open Manage Content in the panel and choose ${view}`;
  return `${what}, ${placeWords(first, timeZone)}: ${titleOf(first)}${advice}`;
}
