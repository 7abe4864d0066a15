import type { StagedRow, ManualField } from '#app/features/import/calls/staging-calls.ts';
import type { SendFailure } from '#app/features/import/calls/send-failure.ts';
import { formatDay } from '#app/features/materials/figures.ts';
import type { StagedDuplicateAnswer } from '#contract/schemas/answer-types.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';
import { serverWords } from '#app/ui/server-words.ts';
import * as outcomes from '#messages/import/outcomes.ts';
import * as words from '#messages/import/rows.ts';
import { isRefused, workOf } from './row-filters.ts';
import { yearWords } from '#messages/years.ts';
import { kindNames } from '#messages/kinds.ts';

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
  /** Set if the details are in English on a page in another language. */
  lang?: 'en';
};

const failureStates = {
  file: { tone: 'bad', label: words.notSent },
  pdf: { tone: 'bad', label: words.notConverted },
  'to-convert': { tone: 'check', label: words.toConvert },
} as const satisfies Record<SendFailure['means'], Omit<RowState, 'detail'>>;

/** Returns the state of a row: its next step, or its progress. */
export function stateOf(row: StagedRow, context: RowContext): RowState {
  const { pending, sent, failures, refusals, canSend, timeZone } = context;
  if (row.state === 'published') return { tone: 'published', label: words.published, detail: null };
  if (isRefused(row) && !pending.has(row.$id)) return { tone: 'bad', label: words.refused, ...describe(row.refusal) };
  const failure = failures.get(row.$id);
  if (failure) return { ...failureStates[failure.means], detail: failure.reason };
  const refusal = refusals.get(row.$id);
  if (refusal) return { tone: 'bad', label: words.notPublished, detail: refusal };
  const duplicate = describeDuplicate(row, timeZone);
  if (row.state === 'waiting') {
    if (pending.has(row.$id))
      return { tone: 'busy', label: row.documentId === null ? words.sending : words.beingConverted, detail: null };
    if (sent.has(row.$id) && !duplicate) return { tone: 'busy', label: words.beingRead, detail: null };
  }
  switch (workOf(row)) {
    case 'published':
      return { tone: 'published', label: words.published, detail: null };
    case 'duplicates':
      return {
        tone: 'check',
        label: words.duplicate,
        detail: row.state === 'waiting' ? `${duplicate} ${words.wasNotSent}` : duplicate,
      };
    case 'toConvert':
      return { tone: 'plain', label: words.toConvert, detail: words.noPdfYet };
    case 'waiting': {
      const detail = canSend(row.$id) ? words.sendingStopped : words.chooseToSend;
      return { tone: 'plain', label: words.notSent, detail };
    }
    case 'unreadable':
      return { tone: 'bad', label: warningLabels[row.warning ?? ''] ?? words.damaged, ...describe(row.warning) };
    case 'refused':
      return { tone: 'bad', label: words.refused, ...describe(row.refusal) };
    case 'reading':
      return { tone: 'busy', label: words.beingRead, detail: words.firstPageBeingRead };
    case 'doubtful':
      return { tone: 'check', label: words.toCheck, detail: checkWords(row) };
    case 'ready':
      return { tone: 'ready', label: words.ready, detail: null };
  }
}

/** Returns warnings before a row is confirmed, as sentences; null if the cells show everything. */
function checkWords({ doubtful, against }: StagedRow): string | null {
  const warnings: string[] = [];
  if (against.length > 0) warnings.push(words.evidenceAgainst(against.map((ground) => serverWords(ground).text)));
  if (doubtful.includes('rights')) warnings.push(words.rightsReserved);
  return warnings.length > 0 ? warnings.join(' ') : null;
}

/** Returns a sentence of the server as the details of a state. */
function describe(sentence: string | null): Pick<RowState, 'detail' | 'lang'> {
  if (sentence === null) return { detail: null };
  const { text, lang } = serverWords(sentence);
  return { detail: text, ...(lang && { lang }) };
}

const warningLabels: Partial<Record<string, string>> = {
  [lockedPdf]: words.locked,
  [portfolioPdf]: words.portfolio,
};

/** Describes the first duplicate in a sentence; null if there is none. */
function describeDuplicate({ duplicates: [first] }: StagedRow, timeZone: string): string | null {
  if (!first) return null;
  const [title, place] = [words.titleOf(first), placeWords(first, timeZone)];
  return first.how === 'bytes'
    ? words.sameFile(title, place)
    : words.sameText(Math.floor(first.share * 100), title, place);
}

export function certaintyOf(row: StagedRow, field: ManualField): Certainty {
  if (field === 'title') return row.isTitleManual ? 'manual' : 'sure';
  const { source, value } = row.fields[field];
  const isDoubtful = row.doubtful.includes(field);
  if (value === null && source !== 'manual') return isDoubtful ? 'missing' : 'sure';
  if (isDoubtful) return 'doubtful';
  return source === 'manual' || source === 'inherited' ? source : 'sure';
}

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
  if (field === 'kind') return kind.value === null ? '' : words.shortKinds[kind.value];
  if (field === 'year' && year.bs !== null) return words.bikramSambatYear(year.bs);
  return valueWords(row, field, faculties);
}

/** Explains a value in a sentence. */
export function reasonWords(row: StagedRow, field: ManualField): string {
  if (field === 'title') return row.isTitleManual ? words.setByHand : words.fromFileName;
  const { source, from, confidence, value } = row.fields[field];
  if (source === 'manual') return words.setByHand;
  if (source === 'inherited') return row.doubtful.includes(field) ? words.inheritedFromFolder : words.inheritedFromLike;
  if (value === null) return row.doubtful.includes(field) ? words.notKnown : words.notNeeded;
  return words.guessed(
    Math.round(confidence * 100),
    from.map((ground) => serverWords(ground).text),
  );
}

/** Splits a path into the file name and its folders. */
export function splitPath(path: string): { name: string; folder: string } {
  const steps = path.split('/');
  return { name: steps.at(-1) ?? path, folder: steps.slice(0, -1).join(' / ') };
}

type Place = Pick<StagedDuplicateAnswer, 'materialId' | 'isInTrash' | 'isHidden' | 'since'>;

/** Returns the location of a duplicate: `in the library`, `in the trash since March 4, 2026`. */
export function placeWords({ materialId, isInTrash, isHidden, since }: Place, timeZone: string): string {
  if (materialId === null) return words.staged;
  const day = since === null ? null : formatDay(since, timeZone);
  if (isInTrash) return words.inTrash(day);
  return isHidden ? words.hidden(day) : words.inLibrary;
}

/** Returns the action that makes a material visible to readers; null if it is visible or not a material. */
export function returnOf({ materialId, isInTrash, isHidden }: Place): 'restore' | 'show' | null {
  if (materialId === null) return null;
  return isInTrash ? 'restore' : isHidden ? 'show' : null;
}

/** Returns sentences about a material that was restored or unhidden; `title` is in quotation marks. */
export function broughtBackWords(title: string, way: 'restore' | 'show', isStillHidden: boolean): string {
  const done = way === 'restore' ? outcomes.restored(title) : outcomes.shownAgain(title);
  return isStillHidden ? `${done} ${outcomes.stillHidden}` : done;
}
