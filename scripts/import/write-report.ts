import type { StagedDuplicateAnswer, StagedFileAnswer } from '#contract/additions.ts';
import { placeWords, returnOf, titleWords } from '#app/features/staging/rows/duplicate-words.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { plain } from '#scripts/admin/print.ts';
import { isSureEnough } from './publish-rows.ts';
import type { Staged } from './stage-files.ts';

/** Lines of a list; the panel shows all of them. */
const maxLines = 200;

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
  /** Of the library, for days. */
  timeZone: string;
};

/** What became of all files, for a person. */
export function writeReport(outcome: Outcome): string {
  const { staged, published, refusedAtEnd, seconds, least, publishes, timeZone } = outcome;
  const rows = [...staged.rows.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const ready = rows.filter((row) => isSureEnough(row, least) && !refusedAtEnd.has(row.$id));
  const alike = rows.filter(({ duplicates }) => duplicates.length > 0);
  const unreadable = rows.filter(({ warning }) => warning !== null);
  const rest = rows.filter((row) => !ready.includes(row) && !alike.includes(row) && !unreadable.includes(row));
  const total = rows.length + published.length + staged.publishedBefore.length + staged.duplicates.length;
  const rate = seconds > 0 ? `, ${(total / seconds).toFixed(1)} a second` : '';
  const lines = [`${total} files in ${seconds.toFixed(0)} seconds${rate}; ${staged.sentFiles} were sent.`];
  if (publishes) lines.push(`Published: ${published.length}`);
  if (staged.publishedBefore.length > 0) lines.push(`Published before: ${staged.publishedBefore.length}`);
  if (ready.length > 0 || !publishes)
    lines.push(`Staged and ready: ${ready.length}${publishes ? '' : `; --publish-above ${least} would publish them`}`);
  const list = (title: string, entries: readonly string[]) => {
    if (entries.length === 0) return;
    lines.push(`${title}: ${entries.length}`, ...entries.slice(0, maxLines).map((entry) => `  ${plain(entry)}`));
    if (entries.length > maxLines) lines.push(`  … and ${entries.length - maxLines} more, see the panel`);
  };
  list(
    'Staged and doubtful',
    rest.map((row) => `${row.path}: ${whatIsMissing(row, refusedAtEnd.get(row.$id))}`),
  );
  list(
    'Staged, with nearly the same text',
    alike.map((row) => `${row.path}: ${describeDuplicates(row.duplicates, timeZone)}`),
  );
  list(
    'Staged, damaged or locked',
    unreadable.map((row) => `${row.path}: ${row.warning}${adviceOf(row.warning)}`),
  );
  list(
    'Duplicates, not sent',
    staged.duplicates.map(({ path, of }) => `${path}: ${describeDuplicates([of], timeZone)}`),
  );
  list(
    'Not taken',
    staged.refused.map(({ path, reason }) => `${path}: ${reason}`),
  );
  if (!outcome.isAllRead) lines.push('Some files are still being read; the panel shows them.');
  return `${lines.join('\n')}\n`;
}

function adviceOf(warning: string | null): string {
  if (warning === lockedPdf) return ' To publish it with its password, choose it in the panel under Import Many.';
  if (warning === portfolioPdf) return ' To take the papers inside, choose it in the panel under Import Many.';
  return '';
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

function describeDuplicates(duplicates: readonly StagedDuplicateAnswer[], timeZone: string): string {
  const [first] = duplicates;
  if (!first) return '';
  const what = first.how === 'bytes' ? 'the same file' : `${Math.floor(first.share * 100)} % the same`;
  const way = returnOf(first);
  const view = way === 'restore' ? 'Trash' : 'Hidden';
  const advice = way === null ? '' : `. To ${way} it, open Manage Content in the panel and choose ${view}`;
  return `${what}, ${placeWords(first, timeZone)}: ${titleWords(first)}${advice}`;
}
