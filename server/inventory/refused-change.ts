import type { RefusedRow } from '#contract/bulk-change.ts';
import { Problem } from '#contract/problems.ts';

/** A change of many materials that was not made, with the first of those that it could not be made to. */
export class RefusedChange extends Problem {
  readonly refused: readonly RefusedRow[];
  readonly refusedTotal: number;

  constructor(message: string, refused: readonly RefusedRow[] = [], refusedTotal = refused.length) {
    super('document_update_conflict', message);
    this.refused = refused;
    this.refusedTotal = refusedTotal;
  }
}
