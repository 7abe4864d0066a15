import { Problem } from '#contract/problems.ts';
import type { StagedPublishedAnswer } from '#contract/additions.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { sureFrom, type PlaceField } from '#domain/guess/place-fields.ts';
import type { ResolvedFields } from '#domain/guess/resolve-fields.ts';
import type { Material, MaterialDraft, MaterialKind } from '#domain/material.ts';
import type { MaterialYears } from '#domain/calendar.ts';
import { completeDraft, requiresAttribute } from '#domain/material-rules.ts';
import type { Trail } from '#server/accounts/trail.ts';
import type { Changes } from '#server/changes.ts';
import type { Records } from '#server/database/database.ts';
import type { FoundDuplicate, StagedRecord } from '#server/database/staging-records.ts';
import { insertMaterial } from '#server/materials/material-writes.ts';
import type { Accepted } from './staging-service.ts';
import { resolveRecord, warningOf } from './to-staged-answer.ts';

type Result = StagedPublishedAnswer['results'][number];

const fieldNames: Record<PlaceField, string> = {
  facultyId: 'faculty',
  semesterId: 'term',
  subject: 'subject',
  kind: 'kind',
  year: 'year',
};

/**
 * Makes the function that publishes a row. The material has the id that was reserved with the row, and both are written
 * in one transaction: whatever is interrupted, it is published once or not at all.
 */
export function createPublishing(parts: {
  catalogue: Catalogue;
  trail: Pick<Trail, 'transaction'>;
  changes: Pick<Changes, 'tell'>;
}): (id: string, accept: readonly Accepted[]) => Promise<Result> {
  const { catalogue, trail, changes } = parts;

  return async (id, accept) => {
    const refuse = (reason: string): Result => ({ id, outcome: 'refused', materialId: null, reason });
    let made: Material | null = null;
    try {
      const result = await trail.transaction(async (records, note): Promise<Result> => {
        const [row] = await records.staging.find([id]);
        if (!row) return refuse('It is not staged any more.');
        const published = { id, materialId: row.materialId, reason: null };
        if (row.state === 'published') return { ...published, outcome: 'already-published' };
        if (await records.materials.find(row.materialId)) {
          await records.staging.setPublished(id);
          return { ...published, outcome: 'already-published' };
        }
        const duplicates = accept.includes('duplicates') ? [] : await records.staging.duplicatesOf([id]);
        const reason = whyNot(row, duplicates, accept, catalogue);
        if (reason !== null) return refuse(reason);
        made = await insertStaged(records, catalogue, row);
        await records.staging.setPublished(id);
        await note({ action: 'published', subjectId: made.id, title: made.title });
        return { ...published, outcome: 'published' };
      });
      if (made) changes.tell({ subject: 'material', action: 'create', material: made });
      return result;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return refuse(error.message);
      throw error;
    }
  };
}

async function insertStaged(records: Records, catalogue: Catalogue, row: StagedRecord): Promise<Material> {
  const { fields, title } = resolveRecord(row, catalogue);
  const { facultyId, semesterId, subject } = fields;
  const kind = fields.kind.value;
  if (kind === null || facultyId.value === null || semesterId.value === null || subject.value === null)
    throw new Problem('general_argument_invalid', 'Something is missing.');
  const draft: MaterialDraft = completeDraft({
    title,
    facultyId: facultyId.value,
    semesterId: semesterId.value,
    subject: subject.value,
    ...yearsFor(kind, fields),
    fileId: row.fileId,
    filePassword: row.told.filePassword ?? null,
    filePasswordNote: row.told.filePasswordNote ?? null,
  });
  return insertMaterial(records, catalogue, { ...draft, id: row.materialId, kind });
}

/** A year that is not needed is only given if it is sure. */
function yearsFor(kind: MaterialKind, { year }: ResolvedFields): MaterialYears {
  const isGiven = requiresAttribute(kind, 'year') || year.confidence >= sureFrom;
  return isGiven ? { year: year.value, yearBs: year.bs } : { year: null, yearBs: null };
}

/** Why it is not published, in a sentence; null if it may be. */
function whyNot(
  row: StagedRecord,
  duplicates: readonly FoundDuplicate[],
  accept: readonly Accepted[],
  catalogue: Catalogue,
): string | null {
  if (!row.file?.isFinished) return row.refusal ?? 'Its bytes have not arrived yet.';
  const warning = warningOf(row);
  if (warning !== null && !accept.includes('unreadable')) return warning;
  const { fields, doubtful } = resolveRecord(row, catalogue);
  const names = (list: readonly PlaceField[]) => list.map((field) => fieldNames[field]).join(', ');
  const unsure = doubtful.filter((doubt) => doubt !== 'rights');
  const missing = unsure.filter((field) => fields[field].value === null);
  if (missing.length > 0) return `It is not known: ${names(missing)}.`;
  if (row.state === 'reading' && !accept.includes('doubtful')) return 'Its first page is still being read.';
  if (unsure.length > 0 && !accept.includes('doubtful')) return `Only guessed: ${names(unsure)}. Please check it.`;
  if (doubtful.includes('rights') && !accept.includes('doubtful'))
    return 'Its first page reserves all rights. Confirm it if it may be published.';
  const [duplicate] = duplicates;
  return duplicate ? describeDuplicate(duplicate) : null;
}

function describeDuplicate({ how, materialId, isInTrash, isHidden, title }: FoundDuplicate): string {
  const what = how === 'bytes' ? 'The same file' : 'A file with nearly the same text';
  const where =
    materialId === null ? 'is staged' : isInTrash ? 'is in the trash' : isHidden ? 'is hidden' : 'is in the library';
  return `${what} ${where} as “${title}”.`;
}
