import type { Database, Records } from '#server/engines/database/database.ts';
import { createAccountRecords } from '#server/engines/database/records/accounts/accounts-table.ts';
import { createTrailRecords } from '#server/engines/database/records/accounts/trail-table.ts';
import { createFileRecords } from '#server/engines/database/records/files/files-table.ts';
import { createBulkChangeRecords } from '#server/engines/database/records/materials/bulk-changes-table.ts';
import { createHarvestRecords } from '#server/engines/database/records/materials/harvest-table.ts';
import { createInventoryRecords } from '#server/engines/database/records/materials/inventory-table.ts';
import { createMaterialRecords } from '#server/engines/database/records/materials/materials-table.ts';
import { createPublicationRecords } from '#server/engines/database/records/staging/publications-table.ts';
import { createStagingRecords } from '#server/engines/database/records/staging/staging-table.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import { ignoreClosed } from '#server/machinery/faults/closed-library.ts';
import {
  createKeptPairs,
  createLivedTime,
  createSettingRecords,
} from '#server/engines/database/records/settings/settings-table.ts';

/** The setting with the time of the last write to this library. */
const lastMomentName = 'last-moment';

/** Implements the port with SQL on any engine, except the parts of the adapter. */
export function createRecords(
  engine: Engine,
): Omit<
  Database,
  'close' | 'tidy' | 'leases' | 'history' | 'now' | 'changeLog' | 'signInTries' | 'holds' | 'photographWorks'
> {
  return {
    ...recordsOn(engine),
    transaction: (work) =>
      engine.write
        .transaction()
        .execute((transaction) =>
          work(recordsOn({ ...engine, read: transaction, scan: transaction, write: transaction })),
        ),
    async ping() {
      await recordsOn(engine).settings.find(lastMomentName);
    },
    async pingWriting() {
      // A library that its operator closed for writing is not a fault.
      await recordsOn(engine).settings.set(lastMomentName, String(engine.now())).catch(ignoreClosed);
    },
    async lastMoment() {
      const noted = await recordsOn(engine).settings.find(lastMomentName);
      return noted === null ? null : Number(noted);
    },
  };
}

function recordsOn(engine: Engine): Records {
  return {
    materials: createMaterialRecords(engine),
    inventory: createInventoryRecords(engine),
    bulkChanges: createBulkChangeRecords(engine),
    files: createFileRecords(engine),
    accounts: createAccountRecords(engine),
    trail: createTrailRecords(engine),
    settings: createSettingRecords(engine),
    keptPairs: createKeptPairs(engine),
    livedTime: createLivedTime(engine),
    staging: createStagingRecords(engine),
    publications: createPublicationRecords(engine),
    harvest: createHarvestRecords(engine),
  };
}
