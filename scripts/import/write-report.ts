import type { StagedDuplicateAnswer, StagedFileAnswer } from '#contract/additions.ts';
import { listLeftOut, type LeftOutReport, type ListedFiles } from '#app/features/staging/intake/left-out-report.ts';
import type { ReportLine } from '#app/features/staging/intake/report-file.ts';
import { undoDays } from '#contract/undo.ts';
import { plain } from '#scripts/admin/print.ts';
import { isSureEnough } from './publish-rows.ts';
import type { Staged } from './stage-files.ts';

/** Lines of a list: as many as somebody reads. */
const maxLines = 20;

const fieldNames = { facultyId: 'faculty', semesterId: 'term', subject: 'subject', kind: 'kind', year: 'year' };

export type Outcome = {
  staged: Staged;
  published: readonly string[];
  /** Reasons by id of the row. */
  refusedAtEnd: ReadonlyMap<string, string>;
  seconds: number;
  isAllRead: boolean;
  /** How sure a file must be that would be, or was, published. */
  least: number;
  publishes: boolean;
};

/** What became of all files, for a person. */
export function writeReport(outcome: Outcome, leftOut: LeftOutReport): string {
  const { staged, published, refusedAtEnd, seconds, least, publishes } = outcome;
  const { total, ready, alike, unreadable, rest } = sortRows(outcome);
  const rate = seconds > 0 ? `, ${(total / seconds).toFixed(1)} a second` : '';
  const lines = [`${total} files in ${seconds.toFixed(0)} seconds${rate}; ${staged.sentFiles} were sent.`];
  if (publishes) lines.push(`Published: ${published.length}`);
  if (published.length > 0)
    lines.push(`To undo it within ${undoDays} days: in the panel, Manage Content, Recent changes.`);
  if (staged.publishedBefore.length > 0) lines.push(`Published before: ${staged.publishedBefore.length}`);
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
    alike.map((row) => `${row.path}: ${describeDuplicates(row.duplicates)}`),
    inPanel,
  );
  list(
    'Staged, damaged or locked',
    unreadable.map((row) => `${row.path}: ${row.warning}`),
    inPanel,
  );
  // They were discarded, so the panel does not have them.
  list(
    'Duplicates, not sent',
    staged.duplicates.map(({ path, of }) => `${path}: ${describeDuplicates([of])}`),
    'which --report FILE lists',
  );
  lines.push(...writeLeftOut(leftOut).map(plain));
  if (!outcome.isAllRead) lines.push('Some files are still being read; the panel shows them.');
  return `${lines.join('\n')}\n`;
}

/** What was not taken: first what can become a material, with what to do, then a line for each folder. */
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

/** What became of each file, with the reason. */
export function listOutcomes(outcome: Outcome): ReportLine[] {
  const { staged, published, refusedAtEnd } = outcome;
  const { ready, alike, unreadable, rest } = sortRows(outcome);
  const line = (path: string, became: string, reason = '') => ({ path, outcome: became, reason });
  return [
    ...published.map((path) => line(path, 'published')),
    ...staged.publishedBefore.map((path) => line(path, 'published before')),
    ...ready.map(({ path }) => line(path, 'ready')),
    ...rest.map((row) => line(row.path, 'doubtful', whatIsMissing(row, refusedAtEnd.get(row.$id)))),
    ...alike.map(({ path, duplicates }) => line(path, 'nearly the same text', describeDuplicates(duplicates))),
    ...unreadable.map(({ path, warning }) => line(path, 'damaged or locked', warning ?? '')),
    ...staged.duplicates.map(({ path, of }) => line(path, 'duplicate', describeDuplicates([of]))),
    ...listLeftOut(staged.refused, staged.found).map(({ path, reason }) => line(path, 'not taken', reason)),
  ];
}

/** The staged rows by what a person has to do about them, and how many files there are in all. */
function sortRows({ staged, published, refusedAtEnd, least }: Outcome) {
  const rows = [...staged.rows.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const ready = rows.filter((row) => isSureEnough(row, least) && !refusedAtEnd.has(row.$id));
  const alike = rows.filter(({ duplicates }) => duplicates.length > 0);
  const unreadable = rows.filter(({ warning }) => warning !== null);
  const rest = rows.filter((row) => !ready.includes(row) && !alike.includes(row) && !unreadable.includes(row));
  const total = rows.length + published.length + staged.publishedBefore.length + staged.duplicates.length;
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

function describeDuplicates(duplicates: readonly StagedDuplicateAnswer[]): string {
  const [first] = duplicates;
  if (!first) return '';
  const what = first.how === 'bytes' ? 'the same file' : `${Math.floor(first.share * 100)} % the same`;
  const where = first.materialId === null ? 'staged' : first.isInTrash ? 'in the trash' : 'in the library';
  return `${what}, ${where}: “${first.title}”`;
}
