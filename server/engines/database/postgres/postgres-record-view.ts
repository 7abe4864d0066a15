import { closedSetting, readClosedMark } from '#server/machinery/faults/closed-library.ts';
import { leadLease } from '#server/engines/database/sql/leases.ts';
import type { ViewEngine } from '#server/engines/database/record-view.ts';
import { explainOpening } from './postgres-errors.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { prepareTables } from './prepare-tables.ts';
import { createLine } from './transfer-line.ts';

/** Timeout for statements of the check. Each reads a whole table, which takes seconds for a million rows. */
const patience = { answerMs: 5 * 60_000 };

/**
 * Opens the records in a PostgreSQL database with the tables of this release. Uses one read-only connection, without
 * session state between two transactions. Throws an Error with one line that says what to do.
 */
export async function openPostgresView(address: PostgresAddress): Promise<ViewEngine> {
  try {
    await prepareTables(address, { now: Date.now, mayMigrate: false });
  } catch (error) {
    throw explainOpening(address, error);
  }
  const line = createLine(address, patience);
  let isOpen = false;
  const inSnapshot: ViewEngine['inSnapshot'] = async (work) => {
    isOpen = true;
    try {
      return await line.inSnapshot(work);
    } finally {
      isOpen = false;
    }
  };
  /** Runs a statement read-only, even outside a snapshot. */
  const all: ViewEngine['all'] = async (statement, values = []) => {
    if (!isOpen) return inSnapshot(() => all(statement, values));
    return (await line.run(statement, values)).rows;
  };

  return {
    all,
    inSnapshot,
    texts: 'select value from jsonb_array_elements_text(cast($1 as jsonb)) as listed (value)',
    has: async () => true,
    // The server enforces foreign keys; for damaged pages it has pg_amcheck and checksums.
    findDamage: async () => [],

    async findHeld(list) {
      const rows = await all(
        `select file_id from file_holds where held_until > clock_timestamp()
         and file_id in (select value from jsonb_array_elements_text(cast($1 as jsonb)) as listed (value))`,
        [list],
      );
      return rows.map((row) => String(row['file_id']));
    },

    async isServed() {
      const leading = await all(
        'select 1 from lease where name = $1 and until > extract(epoch from clock_timestamp()) * 1000',
        [leadLease],
      );
      if (leading.length > 0) return true;
      // Leases are not renewed while the library is closed, although its servers continue to read.
      const [mark] = await all('select value from settings where name = $1', [closedSetting]);
      return mark !== undefined && readClosedMark(String(mark['value']))?.state === 'moving';
    },

    [Symbol.asyncDispose]: () => line.end(),
  };
}
