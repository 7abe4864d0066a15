import type { MaterialKind } from '#domain/material.ts';
import { summariseCounts } from './kind-words.ts';

/** Shows how many materials of each kind a subject has, in words; also if there are none. */
export function SubjectCounts({ counts }: { counts: Partial<Record<MaterialKind, number>> }) {
  return <p className="text-sm text-muted">{summariseCounts(counts) || 'Nothing here yet'}</p>;
}
