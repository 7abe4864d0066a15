import { sql } from 'kysely';
import { createAccountRecords } from './accounts.ts';
import type { Database, Records } from './database.ts';
import type { Engine } from './engine.ts';
import { createFileRecords } from './files.ts';
import { createLivedTime } from './lived-time.ts';
import { createMaterialRecords } from './materials.ts';
import { createSettingRecords } from './settings.ts';
import { createTrailRecords } from './trail.ts';

/** The port's promises kept with SQL on any engine; closing it is the adapter's. */
export function createRecords(engine: Engine): Omit<Database, 'close'> {
  return {
    ...recordsOn(engine),
    transaction: (work) =>
      engine.write
        .transaction()
        .execute((transaction) => work(recordsOn({ ...engine, read: transaction, write: transaction }))),
    async ping() {
      await sql`select 1`.execute(engine.write);
      await sql`select 1`.execute(engine.read);
    },
  };
}

function recordsOn(engine: Engine): Records {
  return {
    materials: createMaterialRecords(engine),
    files: createFileRecords(engine),
    accounts: createAccountRecords(engine),
    trail: createTrailRecords(engine),
    settings: createSettingRecords(engine),
    livedTime: createLivedTime(engine),
  };
}
