import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';
import type { Catalogue } from '#domain/catalogue.ts';
import { lockedPdf } from '#domain/file-warnings.ts';
import type { PlaceGuess } from '#domain/guess/guess-place.ts';
import { plainestPath } from '#domain/guess/plainest-path.ts';
import { resolveFields, type Resolved } from '#domain/guess/resolve-fields.ts';
import type { FoundDuplicate, StagedRecord } from '#server/engines/database/staging-records.ts';

const nothing = { value: null, confidence: 0, from: [] };

const noGuess: PlaceGuess = {
  facultyId: nothing,
  semesterId: nothing,
  subject: nothing,
  kind: nothing,
  year: { ...nothing, bs: null },
  alternatives: [],
  against: [],
  reservesRights: false,
};

/**
 * Returns the values of a row: set by hand, inherited or guessed. The title comes from the plainest of the file's
 * names.
 */
export function resolveRecord({ paths, manual, inherited, guess }: StagedRecord, catalogue: Catalogue): Resolved {
  return resolveFields({ path: plainestPath(paths), manual, inherited, guess: guess ?? noGuess }, catalogue);
}

/** Returns the reason why the file can be shown only in part or not at all; null if it can be shown. */
export function warningOf({ file, fault, manual }: StagedRecord): string | null {
  const isUnlocked = file?.warning === lockedPdf && manual.filePassword !== undefined;
  return (isUnlocked ? null : file?.warning) ?? fault;
}

/** Converts a row to its form in the API. */
export function toStagedAnswer(
  record: StagedRecord,
  { duplicates, documentId }: { duplicates: readonly FoundDuplicate[]; documentId: string | null },
  catalogue: Catalogue,
): StagedFileAnswer {
  const { file, state } = record;
  const { fields, title, doubtful, confidence } = resolveRecord(record, catalogue);
  const warning = warningOf(record);
  return {
    $id: record.id,
    $createdAt: record.createdAt,
    $updatedAt: record.updatedAt,
    path: record.path,
    otherPaths: record.paths.slice(1),
    pathCount: record.pathCount,
    size: record.sizeBytes,
    digest: record.sha256,
    fileId: record.fileId,
    state,
    hasUpload: file !== null && !file.isFinished,
    documentId,
    refusal: record.refusal,
    title,
    isTitleManual: record.manual.title !== undefined,
    fields,
    alternatives: record.guess?.alternatives ?? [],
    doubtful,
    against: state === 'published' ? [] : (record.guess?.against ?? []),
    confidence,
    isReady: state === 'checked' && doubtful.length === 0 && duplicates.length === 0 && warning === null,
    fileType: file?.isFinished ? file.mimeType : null,
    pageCount: file?.pageCount ?? null,
    warning,
    filePassword: record.manual.filePassword ?? null,
    filePasswordNote: record.manual.filePasswordNote ?? null,
    duplicates: duplicates.map(
      ({ how, share, materialId, otherStagedId, title: name, subject, isInTrash, isHidden, since }) => ({
        how,
        share,
        materialId,
        stagedId: otherStagedId,
        title: name,
        subject,
        isInTrash,
        isHidden,
        since,
      }),
    ),
    materialId: state === 'published' ? record.materialId : null,
    revision: record.revision,
  };
}
