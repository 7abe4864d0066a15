import { Problem } from '#contract/problems.ts';
import { publishStates, type Accepted, type PublishState } from '#contract/publication.ts';
import type { MaterialYears } from '#domain/calendar.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { sureFrom, type PlaceField } from '#domain/guess/names/place-fields.ts';
import type { ResolvedFields } from '#domain/guess/resolve-fields.ts';
import { completeDraft, requiresAttribute } from '#domain/material-rules.ts';
import type { MaterialDraft, MaterialKind } from '#domain/material.ts';
import type { FoundDuplicate, StagedRecord } from '#server/engines/database/staging-records.ts';
import { checkValues } from '#server/library/materials/write-materials.ts';
import { requireFileType } from '#server/library/materials/require-file.ts';
import { resolveRecord, warningOf } from './to-staged-answer.ts';

/** The decision about one file. `reason` explains why it is not ready; null if it is. */
export type Verdict = { state: PublishState; reason: string | null; isIncluded: boolean };

type Hurdle = Exclude<PublishState, 'ready'>;

/** The `accept` value that publishes files in each of these states anyway; null if there is none. */
const acceptedBy: Record<Hurdle, Accepted | null> = {
  notSent: null,
  unreadable: 'unreadable',
  missing: null,
  reading: 'doubtful',
  doubtful: 'doubtful',
  rights: 'doubtful',
  duplicate: 'duplicates',
  refused: null,
};

/** Decides if a file is published. Publishing and the summary before it share this rule. */
export function judgeRow(
  row: StagedRecord,
  duplicates: readonly FoundDuplicate[],
  accept: readonly Accepted[],
  catalogue: Catalogue,
): Verdict {
  const found = findHurdles(row, duplicates, catalogue);
  const hurdles = publishStates.filter((state): state is Hurdle => state !== 'ready' && found[state] !== undefined);
  const isAccepted = (hurdle: Hurdle) => {
    const by = acceptedBy[hurdle];
    return by !== null && accept.includes(by);
  };
  const first = hurdles.find((hurdle) => !isAccepted(hurdle)) ?? hurdles[0];
  if (first === undefined) return { state: 'ready', reason: null, isIncluded: true };
  return { state: first, reason: found[first] ?? null, isIncluded: isAccepted(first) };
}

/** Lists every reason against publishing the file, each as a sentence. */
function findHurdles(
  row: StagedRecord,
  duplicates: readonly FoundDuplicate[],
  catalogue: Catalogue,
): Partial<Record<Hurdle, string>> {
  if (!row.file?.isFinished) return { notSent: row.refusal ?? 'Its bytes have not arrived yet.' };
  const warning = warningOf(row);
  const { fields, doubtful } = resolveRecord(row, catalogue);
  const names = (list: readonly PlaceField[]) => list.map((field) => fieldNames[field]).join(', ');
  const unsure = doubtful.filter((doubt) => doubt !== 'rights');
  const missing = unsure.filter((field) => fields[field].value === null);
  const refusal = missing.length > 0 ? null : findRefusal(row, row.file.mimeType, catalogue);
  const [duplicate] = duplicates;
  return {
    ...(warning !== null && { unreadable: warning }),
    ...(missing.length > 0 && { missing: `It is not known: ${names(missing)}.` }),
    ...(row.state === 'reading' && { reading: 'Its first page is still being read.' }),
    ...(unsure.length > 0 && { doubtful: `Only guessed: ${names(unsure)}. Please check it.` }),
    ...(doubtful.includes('rights') && {
      rights: 'Its first page reserves all rights. Confirm it if it may be published.',
    }),
    ...(duplicate && { duplicate: describeDuplicate(duplicate) }),
    ...(refusal !== null && { refused: refusal }),
  };
}

const fieldNames: Record<PlaceField, string> = {
  facultyId: 'faculty',
  semesterId: 'term',
  subject: 'subject',
  kind: 'kind',
  year: 'year',
};

function describeDuplicate({ how, materialId, isInTrash, isHidden, title }: FoundDuplicate): string {
  const what = how === 'bytes' ? 'The same file' : 'A file with nearly the same text';
  const where =
    materialId === null ? 'is staged' : isInTrash ? 'is in the trash' : isHidden ? 'is hidden' : 'is in the library';
  return `${what} ${where} as “${title}”.`;
}

/** Returns the reason why a material can't have these values or this file; null if it can. */
function findRefusal(row: StagedRecord, mimeType: string, catalogue: Catalogue): string | null {
  try {
    const material = draftOf(row, catalogue);
    checkValues(catalogue, material);
    requireFileType(material.kind, 'fileId', mimeType);
    return null;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return error.message;
    throw error;
  }
}

/** Returns the material that a row becomes when published. Throws Problem if a required value is missing. */
export function draftOf(row: StagedRecord, catalogue: Catalogue): MaterialDraft & { kind: MaterialKind } {
  const { fields, title } = resolveRecord(row, catalogue);
  const { facultyId, semesterId, subject } = fields;
  const kind = fields.kind.value;
  if (kind === null || facultyId.value === null || semesterId.value === null || subject.value === null)
    throw new Problem('general_argument_invalid', 'A required value is missing.');
  const draft = completeDraft({
    title,
    facultyId: facultyId.value,
    semesterId: semesterId.value,
    subject: subject.value,
    ...yearsFor(kind, fields),
    fileId: row.fileId,
    filePassword: row.manual.filePassword ?? null,
    filePasswordNote: row.manual.filePasswordNote ?? null,
  });
  return { ...draft, kind };
}

/** Returns the years of the material. Leaves out an optional year unless it is certain. */
function yearsFor(kind: MaterialKind, { year }: ResolvedFields): MaterialYears {
  const isGiven = requiresAttribute(kind, 'year') || year.confidence >= sureFrom;
  return isGiven ? { year: year.value, yearBs: year.bs } : { year: null, yearBs: null };
}
