import type { MaterialKind } from '#domain/material.ts';
import { summariseCounts } from './kind-words.ts';

/** How much a subject holds of each kind, in words; says so when it holds nothing. */
export function SubjectCounts({ counts }: { counts: Partial<Record<MaterialKind, number>> }) {
  return <p className="text-sm text-muted">{summariseCounts(counts) || 'Nothing here yet'}</p>;
}
