import type { Engine } from '#server/engines/database/sql/engine.ts';
import type { StagingRecords } from '#server/engines/database/staging-records.ts';
import { createStagedPhotographs } from './staged-photographs.ts';
import { createStagingArrivals } from './staging-arrivals.ts';
import { createStagingReads } from './staging-reads.ts';
import { createStagingWrites } from './staging-writes.ts';

/** All SQL on staged files. */
export function createStagingRecords(engine: Engine): StagingRecords {
  return {
    ...createStagingReads(engine),
    ...createStagedPhotographs(engine),
    ...createStagingArrivals(engine),
    ...createStagingWrites(engine),
  };
}
