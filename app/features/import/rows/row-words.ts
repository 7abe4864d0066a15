import type { StagedRow, ManualField } from '#app/features/import/calls/staging-calls.ts';
import type { SendFailure } from '#app/features/import/calls/send-failure.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import { yearWords } from '#domain/calendar.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { kindNames, type MaterialKind } from '#domain/material.ts';
import { isRefused, workOf } from './row-filters.ts';

/** The certainty of a value, as shown in a cell. */
export type Certainty = 'sure' | 'doubtful' | 'missing' | 'manual' | 'inherited';

/** The state of sending and publishing in this visit. */
export type RowContext = {
  pending: ReadonlySet<string>;
  sent: ReadonlySet<string>;
  failures: ReadonlyMap<string, SendFailure>;
  refusals: ReadonlyMap<string, string>;
  canSend: (id: string) => boolean;
  /** The time zone of the library, for dates. */
  timeZone: string;
};

export type RowState = {
  tone: 'ready' | 'check' | 'bad' | 'busy' | 'plain' | 'published';
  label: string;
  /** A sentence with further details; null if there are none. */
  detail: string | null;
};

const failureStates = {
  file: { tone: 'bad', label: 'Not sent' },
  pdf: { tone: 'bad', label: 'Not converted' },
  'to-convert': { tone: 'check', label: 'To convert' },
} as const satisfies Record<SendFailure['means'], Omit<RowState, 'detail'>>;

/** Returns the state of a row: its next step, or its progress. */
export function stateOf(row: StagedRow, context: RowContext): RowState {
  const { pending, sent, failures, refusals, canSend, timeZone } = context;
  if (row.state === 'published') return { tone: 'published', label: 'Published', detail: null };
  if (isRefused(row) && !pending.has(row.$id)) return { tone: 'bad', label: 'Refused', detail: row.refusal };
  const failure = failures.get(row.$id);
  if (failure) return { ...failureStates[failure.means], detail: failure.reason };
  const refusal = refusals.get(row.$id);
  if (refusal) return { tone: 'bad', label: 'Not published', detail: refusal };
  const duplicate = describeDuplicate(row, timeZone);
  if (row.state === 'waiting') {
    if (pending.has(row.$id))
      return { tone: 'busy', label: row.documentId === null ? 'Sending' : 'Being converted', detail: null };
    if (sent.has(row.$id) && !duplicate) return { tone: 'busy', label: 'Being read', detail: null };
  }
  switch (workOf(row)) {
    case 'published':
      return { tone: 'published', label: 'Published', detail: null };
    case 'duplicates':
      return {
        tone: 'check',
        label: 'Duplicate',
        detail: row.state === 'waiting' ? `${duplicate} It was not sent.` : duplicate,
      };
    case 'toConvert':
      return { tone: 'plain', label: 'To convert', detail: 'Its PDF has not been made.' };
    case 'waiting': {
      const detail = canSend(row.$id) ? 'Sending was stopped.' : 'Choose the same file or folder again to send it.';
      return { tone: 'plain', label: 'Not sent', detail };
    }
    case 'unreadable':
      return { tone: 'bad', label: warningLabels[row.warning ?? ''] ?? 'Damaged', detail: row.warning };
    case 'refused':
      return { tone: 'bad', label: 'Refused', detail: row.refusal };
    case 'reading':
      return { tone: 'busy', label: 'Being read', detail: 'Its first page is being read.' };
    case 'doubtful':
      return { tone: 'check', label: 'To check', detail: checkWords(row) };
    case 'ready':
      return { tone: 'ready', label: 'Ready', detail: null };
  }
}

/** Returns warnings before a row is confirmed, as sentences; null if the cells show everything. */
function checkWords({ doubtful, against }: StagedRow): string | null {
  const words: string[] = [];
  if (against.length > 0) words.push(`Evidence against this place: ${against.join(', ')}.`);
  if (doubtful.includes('rights'))
    words.push('Its first page reserves all rights. Confirm the row if it may be published.');
  return words.length > 0 ? words.join(' ') : null;
}

const warningLabels: Partial<Record<string, string>> = { [lockedPdf]: 'Locked', [portfolioPdf]: 'Portfolio' };

/** Describes the first duplicate in a sentence; null if there is none. */
function describeDuplicate({ duplicates: [first] }: StagedRow, timeZone: string): string | null {
  if (!first) return null;
  const what = first.how === 'bytes' ? 'The same file' : `${Math.floor(first.share * 100)} % the same text`;
  return `${what}: ${titleWords(first)}, ${placeWords(first, timeZone)}.`;
}

export function certaintyOf(row: StagedRow, field: ManualField): Certainty {
  if (field === 'title') return row.isTitleManual ? 'manual' : 'sure';
  const { source, value } = row.fields[field];
  const isDoubtful = row.doubtful.includes(field);
  if (value === null && source !== 'manual') return isDoubtful ? 'missing' : 'sure';
  if (isDoubtful) return 'doubtful';
  return source === 'manual' || source === 'inherited' ? source : 'sure';
}

export const certaintyWords: Record<Certainty, string> = {
  sure: '',
  doubtful: 'doubtful',
  missing: 'missing',
  manual: 'set by hand',
  inherited: 'inherited from a file like it',
};

/** Returns the text of a cell; empty if the value is unknown. */
export function valueWords(row: StagedRow, field: ManualField, faculties: readonly FacultySummary[]): string {
  const { facultyId, semesterId, subject, kind, year } = row.fields;
  const faculty = faculties.find(({ id }) => id === facultyId.value);
  switch (field) {
    case 'kind':
      return kind.value === null ? '' : kindNames[kind.value];
    case 'facultyId':
      return faculty?.name ?? facultyId.value ?? '';
    case 'semesterId':
      return faculty?.terms.find(({ id }) => id === semesterId.value)?.name ?? semesterId.value ?? '';
    case 'subject':
      return subject.value ?? '';
    case 'year':
      return yearWords({ year: year.value, yearBs: year.bs }, 'both');
    case 'title':
      return row.title;
  }
}

/** Returns the same as `valueWords`, shortened to the width of a cell. */
export function cellWords(row: StagedRow, field: ManualField, faculties: readonly FacultySummary[]): string {
  const { kind, year } = row.fields;
  if (field === 'kind') return kind.value === null ? '' : shortKinds[kind.value];
  if (field === 'year' && year.bs !== null) return `${year.bs} BS`;
  return valueWords(row, field, faculties);
}

const shortKinds: Record<MaterialKind, string> = { paper: 'Paper', note: 'Note', revision: 'Revision', book: 'Book' };

/** Explains a value in a sentence. */
export function reasonWords(row: StagedRow, field: ManualField): string {
  if (field === 'title') return row.isTitleManual ? 'Set by hand' : 'From the file name';
  const { source, from, confidence, value } = row.fields[field];
  if (source === 'manual') return 'Set by hand';
  if (source === 'inherited')
    return row.doubtful.includes(field)
      ? 'Inherited from another file of this folder'
      : 'Inherited from a file like it';
  if (value === null) return row.doubtful.includes(field) ? 'Not known' : 'Not needed';
  return `${Math.round(confidence * 100)} % sure, from ${from.length > 0 ? from.join(', ') : 'nothing in particular'}`;
}

/** Splits a path into the file name and its folders. */
export function splitPath(path: string): { name: string; folder: string } {
  const steps = path.split('/');
  return { name: steps.at(-1) ?? path, folder: steps.slice(0, -1).join(' / ') };
}

/** Formats a number of files. */
export function fileCount(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
}

type Place = Pick<StagedDuplicateAnswer, 'materialId' | 'isInTrash' | 'isHidden' | 'since'>;

/** Returns the location of a duplicate: `in the library`, `in the trash since March 4, 2026`. */
export function placeWords({ materialId, isInTrash, isHidden, since }: Place, timeZone: string): string {
  if (materialId === null) return 'staged';
  const day = since === null ? '' : ` since ${formatDay(since, timeZone)}`;
  if (isInTrash) return `in the trash${day}`;
  return isHidden ? `hidden${day}` : 'in the library';
}

/** Returns the duplicate's title and, for a material, its subject. */
export function titleWords({ title, subject }: Pick<StagedDuplicateAnswer, 'title' | 'subject'>): string {
  return subject === null ? `“${title}”` : `“${title}” (${subject})`;
}

/** Returns the action that makes a material visible to readers; null if it is visible or not a material. */
export function returnOf({ materialId, isInTrash, isHidden }: Place): 'restore' | 'show' | null {
  if (materialId === null) return null;
  return isInTrash ? 'restore' : isHidden ? 'show' : null;
}

/** Returns a sentence about a material that was restored or unhidden; `name` is in quotation marks. */
export function broughtBackWords(name: string, way: 'restore' | 'show', isStillHidden: boolean): string {
  const done = way === 'restore' ? 'restored from the trash' : 'shown again';
  return `${name} was ${done}.${isStillHidden ? ' It is still hidden: only administrators see it.' : ''}`;
}
