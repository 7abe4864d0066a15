import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { createLeases, type Leases } from '#server/engines/database/sql/leases.ts';
import { placeSettings, sequenceColumn, type MovedTable } from '#server/engines/database/transfer/moved-tables.ts';
import { rowsAtOnce, type RecordsTransfer, type Row, type Value } from '#server/engines/database/transfer/transfer.ts';
import type { Patience } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { connect } from './postgres-dialect.ts';
import { explainOpening } from './postgres-errors.ts';
import { prepareTables } from './prepare-tables.ts';
import { titleSearch } from './title-words.ts';
import { createLine, type Line } from './transfer-line.ts';

const isMoved = ({ name }: MovedTable) =>
  name === 'settings' ? `name not in (${placeSettings.map((each) => `'${each}'`).join(', ')})` : 'true';

/**
 * Opens the records in a PostgreSQL database. With `isNew` its tables are created, unless the database has other
 * content. One connection reads, as of one moment in `inSnapshot`, another writes, and a third is for leases. Must be
 * disposed of. Throws an Error with one line that says what to do.
 */
export async function openPostgresTransfer(
  address: PostgresAddress,
  { isNew, patience }: { isNew: boolean; patience?: Patience },
): Promise<RecordsTransfer> {
  try {
    await prepareTables(address, { now: Date.now, mayMigrate: isNew, isNew, ...(patience && { patience }) });
  } catch (error) {
    throw explainOpening(address, error);
  }
  const reader = createLine(address, patience);
  const writer = createLine(address, patience);
  // A separate connection: a lease is renewed while the others are busy, and after the server was unavailable.
  const leasing = createLine(address, { answerMs: leasePatienceMs });

  return {
    leases: leasesOn(leasing),
    rows: (table, columns) => readRows(reader, table, columns),
    ...createTableReads(reader),

    inSnapshot: (work) => reader.inSnapshot(work),

    replace: (table, columns, batches) => replaceRows(writer, { table, columns, batches }),

    async lastSequence({ name }) {
      const { rows } = await reader.run(
        `select coalesce(last_value, 0) as last from pg_sequences
         where quote_ident(schemaname) || '.' || quote_ident(sequencename) = pg_get_serial_sequence($1, '${sequenceColumn}')`,
        [name],
      );
      return Number(rows[0]?.['last'] ?? 0);
    },

    async setLastSequence({ name }, last) {
      await writer.run(`select setval(pg_get_serial_sequence($1, '${sequenceColumn}'), greatest($2, 1), $2 > 0)`, [
        name,
        last,
      ]);
    },

    async findSetting(name) {
      const { rows } = await reader.run('select value from settings where name = $1', [name]);
      return rows[0] ? String(rows[0]['value']) : null;
    },

    setSetting: (name, value) => writer.inTurn(() => setSetting(writer, name, value)),

    async madeAt() {
      const { rows } = await reader.run('select min(applied_at) as made from migrations');
      return Number(rows[0]?.['made']);
    },

    async setMadeAt(moment) {
      await writer.run('update migrations set applied_at = $1', [moment]);
    },

    async complete() {
      // For the search index in the same database: all rows are new.
      await writer.runLong(
        `insert into material_revisions (sequence, revision)
         select sequence, floor(extract(epoch from clock_timestamp()) * 1000000)::bigint + row_number() over (order by sequence)
         from materials on conflict (sequence) do update set revision = excluded.revision`,
      );
      await writer.runLong('analyze');
    },

    async tables() {
      const { rows } = await reader.run(
        "select table_name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
      );
      return rows.map((row) => String(row['table_name']));
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([reader.end(), writer.end(), leasing.end()]);
    },
  };
}

const leasePatienceMs = 5000;

function leasesOn(line: Line): Leases {
  const connection: DatabaseConnection = {
    async executeQuery<Result>({ sql, parameters }: CompiledQuery) {
      return { rows: (await line.run(sql, parameters)).rows as Result[] };
    },
    streamQuery() {
      throw new Error('database (postgres): leases are single statements');
    },
  };
  const nothing = async () => undefined;
  const database = connect({
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  });
  return createLeases({ read: database, write: database });
}

function createTableReads(reader: Line): Pick<RecordsTransfer, 'columns' | 'count' | 'holdsFile'> {
  return {
    async columns({ name, made = [] }) {
      const { rows } = await reader.run(
        `select column_name from information_schema.columns
         where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
        [name],
      );
      return rows
        .map((row) => String(row['column_name']))
        .filter((column) => !made.includes(column))
        .sort();
    },

    async count(table) {
      const { rows } = await reader.runLong(`select count(*) as rows from ${table.name} where ${isMoved(table)}`);
      return Number(rows[0]?.['rows']);
    },

    async holdsFile({ id, sha256 }) {
      const { rows } = await reader.run('select 1 from files where id = $1 and sha256 = $2 and is_finished = 1', [
        id,
        sha256,
      ]);
      return rows.length > 0;
    },
  };
}

async function setSetting(line: Line, name: string, value: string | null): Promise<void> {
  if (value === null) await line.run('delete from settings where name = $1', [name]);
  else
    await line.run(
      'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, value],
    );
}

/** Reads with a cursor, which needs a transaction. */
async function* readRows(line: Line, table: MovedTable, columns: readonly string[]): AsyncGenerator<Row[]> {
  const isOwn = !line.isInSnapshot();
  if (isOwn) await line.run(line.beginSnapshot);
  try {
    await line.run(
      `declare moved no scroll cursor for select ${columns.join(', ')} from ${table.name} where ${isMoved(table)} order by ${table.key.join(', ')}`,
    );
    // Sorting, if needed, happens for the first batch.
    let fetch = line.runLong;
    for (;;) {
      const { rows } = await fetch(`fetch ${rowsAtOnce} from moved`);
      fetch = line.run;
      if (rows.length > 0) yield rows.map((row) => columns.map((column) => row[column] as Value));
      if (rows.length < rowsAtOnce) break;
    }
    await line.run('close moved');
  } finally {
    if (isOwn) await line.run('rollback').catch(() => undefined);
  }
}

/** Without the tables' own triggers: their effects are already in the rows. */
function replaceRows(
  line: Line,
  parts: { table: MovedTable; columns: readonly string[]; batches: AsyncIterable<Row[]> },
): Promise<void> {
  const { table, columns, batches } = parts;
  const { name, json = [] } = table;
  const title = name === 'materials' ? columns.indexOf('title') : -1;
  const all = [...columns, ...(title >= 0 ? ['title_words'] : [])].join(', ');
  return line.inTransaction(async () => {
    await line.run('set local statement_timeout = 0');
    await line.runLong(`alter table ${name} disable trigger user`);
    if (name === 'settings') await line.run(`delete from settings where ${isMoved(table)}`);
    else await line.runLong(`truncate ${name} cascade`);
    const restoreIndexes = await dropIndexes(line, name);
    for await (const batch of batches) {
      const rows = batch.map((row) => {
        const record = Object.fromEntries(
          columns.map((column, index) => [column, json.includes(column) ? parse(row[index]) : row[index]]),
        );
        return title >= 0 ? { ...record, ...titleSearch.titleColumns(String(row[title])) } : record;
      });
      await line.run(
        `insert into ${name} (${all}) select ${all} from json_populate_recordset(null::${name}, cast($1 as json))`,
        [JSON.stringify(rows)],
      );
    }
    await restoreIndexes();
    await line.run(`alter table ${name} enable trigger user`);
  });
}

/** Drops all indexes except those of keys, in the open transaction: rebuilding them at the end takes half as long. */
async function dropIndexes(line: Line, name: string): Promise<() => Promise<void>> {
  const { rows } = await line.run(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = $1
       and not exists (select 1 from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)`,
    [name],
  );
  for (const { indexname } of rows) await line.runLong(`drop index "${String(indexname)}"`);
  return async () => {
    for (const { indexdef } of rows) await line.runLong(String(indexdef));
  };
}

const parse = (value: Value | undefined): unknown => (typeof value === 'string' ? JSON.parse(value) : null);
