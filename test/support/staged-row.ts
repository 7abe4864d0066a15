import type { StagedFileAnswer } from '#contract/schemas/answer-types.ts';

type Values = { facultyId?: string; semesterId?: string; subject?: string; kind?: 'paper' | 'note'; year?: number };

/** Returns a checked row with these values, all guessed and sure, after applying `changes`. */
export function makeStagedRow(values: Values, changes: Partial<StagedFileAnswer> = {}): StagedFileAnswer {
  const guessed = <Value>(value: Value | undefined) => ({
    value: value ?? null,
    source: value === undefined ? ('none' as const) : ('guess' as const),
    confidence: value === undefined ? 0 : 0.95,
    from: [],
    inheritedFrom: null,
  });
  return {
    $id: 'row',
    $createdAt: '2026-01-01T00:00:00.000+00:00',
    $updatedAt: '2026-01-01T00:00:00.000+00:00',
    path: 'CSIT/OS 2079.pdf',
    otherPaths: [],
    pathCount: 1,
    size: 1000,
    digest: '0'.repeat(64),
    fileId: 'file',
    state: 'checked',
    hasUpload: false,
    documentId: null,
    refusal: null,
    title: 'OS 2079',
    isTitleManual: false,
    fields: {
      facultyId: guessed(values.facultyId),
      semesterId: guessed(values.semesterId),
      subject: guessed(values.subject),
      kind: guessed(values.kind),
      year: { ...guessed(values.year), bs: null },
    },
    alternatives: [],
    doubtful: [],
    against: [],
    confidence: 0.95,
    isReady: true,
    fileType: 'application/pdf',
    pageCount: 2,
    warning: null,
    filePassword: null,
    filePasswordNote: null,
    duplicates: [],
    materialId: null,
    revision: 1,
    ...changes,
  };
}
