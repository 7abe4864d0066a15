import { materialKinds, type MaterialKind } from '#domain/material.ts';
import { shortCount } from '#messages/materials/counts.ts';

/** The kinds that have a tab on a subject page. */
export const subjectKinds = ['paper', 'note', 'revision'] as const satisfies readonly MaterialKind[];

export type SubjectKind = (typeof subjectKinds)[number];

/** Returns the numbers of a subject's materials in few words: `3 papers · 2 notes · 1 for revision`; an empty text for none. */
export function summariseCounts(counts: Partial<Record<MaterialKind, number>>): string {
  return materialKinds.flatMap((kind) => (counts[kind] ? [shortCount(kind, counts[kind])] : [])).join(' · ');
}
