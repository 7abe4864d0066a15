import type { RefusedRow } from '#contract/bulk-change.ts';
import { Problem } from '#contract/problems.ts';

/** A refused bulk change, with the first of the materials that cannot be changed. */
export class RefusedChange extends Problem {
  readonly refused: readonly RefusedRow[];
  readonly refusedTotal: number;

  constructor(message: string, refused: readonly RefusedRow[] = [], refusedTotal = refused.length) {
    super('document_update_conflict', message);
    this.refused = refused;
    this.refusedTotal = refusedTotal;
  }
}
