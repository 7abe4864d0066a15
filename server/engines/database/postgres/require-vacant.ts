import { arrivingSetting } from '#server/machinery/faults/closed-library.ts';
import { checkApplied, type AppliedMigration, type Migration } from '#server/engines/database/migrate.ts';
import { movedTables } from '#server/engines/database/transfer/moved-tables.ts';
import { placeSettings } from '#server/engines/database/transfer/place-settings.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';
import { NotVacant } from './postgres-errors.ts';
import type { Line } from './transfer-line.ts';

/** Maximum number of foreign tables named in the message. */
const maxNamed = 3;

/**
 * Throws NotVacant if the schema for the library's tables has tables of another program, or a library of another
 * release. Accepts an empty schema, a schema into which a library was being copied, and tables of this release, whose
 * rows the caller checks. Only reads, in the open transaction.
 */
export async function requireVacant(line: Line, address: PostgresAddress, known: readonly Migration[]): Promise<void> {
  const tables = await listTables(line);
  if (tables.length === 0) return;
  const applied = tables.includes('migrations') ? await readApplied(line) : null;
  if (applied === null)
    throw refuse(
      address,
      `it has tables that are not an Examshelf library's (${tables.slice(0, maxNamed).join(', ')}${tables.length > maxNamed ? ', …' : ''})`,
    );
  if (isOfThisRelease(known, applied)) return;
  const hasSettings = tables.includes('settings');
  if (hasSettings && (await hasRows(line, 'settings', `name = '${arrivingSetting}'`))) return;
  for (const { name } of movedTables) {
    if (!tables.includes(name) || name.endsWith('_clock')) continue;
    const condition =
      name === 'settings' ? `name not in (${placeSettings.map((each) => `'${each}'`).join(', ')})` : 'true';
    if (await hasRows(line, name, condition))
      throw refuse(address, `it contains a library of another release of this program (it has rows in ${name})`);
  }
}

function refuse(address: PostgresAddress, why: string): NotVacant {
  return new NotVacant(
    `the database ${describeAddress(address)} is not empty: ${why}. Nothing was changed; name an empty one (createdb --encoding=UTF8 --template=template0 ...)`,
  );
}

/** Lists the tables in the library's schema, except those of an extension. */
async function listTables(line: Line): Promise<string[]> {
  const { rows } = await line.run(
    `select relname as name from pg_class
     where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     order by relname`,
  );
  return rows.map(({ name }) => String(name));
}

/** Returns the applied migrations; null if the table of that name belongs to another program. */
async function readApplied(line: Line): Promise<AppliedMigration[] | null> {
  const { rows: columns } = await line.run(
    `select attname as name from pg_attribute
     where attrelid = to_regclass('migrations') and attnum > 0 and attname in ('name', 'digest', 'applied_at')`,
  );
  if (columns.length < 3) return null;
  const { rows } = await line.run(
    `select name, digest, to_jsonb(migrations) ->> 'compatible_with' as "compatibleWith" from migrations order by name`,
  );
  return rows as AppliedMigration[];
}

function isOfThisRelease(known: readonly Migration[], applied: readonly AppliedMigration[]): boolean {
  try {
    return checkApplied(known, applied).length === 0;
  } catch {
    return false;
  }
}

async function hasRows(line: Line, table: string, condition: string): Promise<boolean> {
  const { rows } = await line.run(`select 1 from ${table} where ${condition} limit 1`);
  return rows.length > 0;
}
