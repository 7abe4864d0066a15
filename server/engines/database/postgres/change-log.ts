import { sql, type RawBuilder } from 'kysely';
import type { Material } from '#domain/material.ts';
import type { ChangeLog, LogEntry, LoggedRows } from '#server/engines/database/change-log.ts';
import type { Connection, Engine } from '#server/engines/database/sql/engine.ts';
import { toFile } from '#server/engines/database/records/files/file-rows.ts';
import { selectMaterials, toMaterial } from '#server/engines/database/records/materials/material-rows.ts';
import type { FileRow } from '#server/engines/database/sql/tables.ts';
import { openListenLine } from './listen-line.ts';
import type { PostgresAddress } from './postgres-address.ts';

/** Name of the notification channel. Triggers write to it (migrations/postgres/0002-nodes.sql). */
const channel = 'examshelf_changes';

type LoggedRow<Row> = { old?: Row; new?: Row };

/** All SQL for the change log. */
export function createChangeLog(
  { read, write }: Pick<Engine, 'read' | 'write'>,
  { address, isOwn }: { address: PostgresAddress; isOwn: (node: string) => boolean },
): ChangeLog {
  return {
    async position() {
      const { last, pruned_to: prunedTo } = await read
        .selectFrom('change_log_start')
        .select(['pruned_to', sql<number | null>`(select max(id) from change_log)`.as('last')])
        .executeTakeFirstOrThrow();
      return last ?? prunedTo;
    },

    async read(after, limit) {
      const found = await read
        .selectFrom('change_log')
        .select(['id', 'node', 'transaction', 'subject', 'rows'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      // After the entries: rows deleted between the two statements count as missing.
      const start = await read
        .selectFrom('change_log_start')
        .select(
          sql<number>`pruned_to = ${after} or exists (select 1 from change_log where id = ${after})`.as('is_known'),
        )
        .executeTakeFirstOrThrow();
      const entries: LogEntry[] = [];
      for (const { id, node, transaction, subject, rows } of found) {
        const logged = await readLogged(read, subject, rows);
        entries.push({ ...logged, id, transaction, isOwn: isOwn(node) });
      }
      return { entries, isComplete: start.is_known === 1 };
    },

    async prune({ changes, ms }) {
      await sql`select prune_change_log(${changes}, ${ms})`.execute(write);
    },

    listen: (options) =>
      openListenLine({
        address,
        channel,
        notify: (payload) => sql`select pg_notify(${channel}, ${payload})`.execute(read),
        ...options,
      }),
  };
}

async function readLogged(read: Connection, subject: string, rows: string | null): Promise<LoggedRows> {
  if (rows === null) return { subject: 'many' };
  const logged = JSON.parse(rows) as unknown[];
  if (subject === 'materials') return { subject, rows: await readMaterials(read, logged as LoggedRow<object>[]) };
  const files = logged as LoggedRow<Parameters<typeof toFile>[0] & FileRow>[];
  const pairs = files.map((row) => ({ before: row.old ? toFile(row.old, []) : null, after: row.new }));
  const deleted = pairs.flatMap(({ before, after }) => (before && !after ? [{ before }] : []));
  if (deleted.length > 0) return { subject: 'deleted files', rows: deleted };
  return {
    subject: 'files',
    rows: pairs.flatMap(({ before, after }) => (after ? [{ before, after: toFile(after, []) }] : [])),
  };
}

/** Returns the logged rows as materials, like rows of the table, with the current attributes of their files. */
async function readMaterials(read: Connection, rows: readonly LoggedRow<object>[]) {
  const all = rows.flatMap((row) => [row.old, row.new]).filter((row) => row !== undefined);
  // Replaces the table; the type of its rows has the same name.
  const listed = sql`(select * from jsonb_populate_recordset(null::materials, cast(${JSON.stringify(all)} as jsonb)) with ordinality)`;
  const logged = read.with('materials', () => listed as RawBuilder<Record<string, unknown>>) as unknown as Connection;
  const found = await selectMaterials(logged).orderBy(sql.ref('ordinality')).execute();
  const materials = found.map(toMaterial);
  let place = 0;
  const next = (row: object | undefined): Material | null => {
    if (row === undefined) return null;
    const material = materials[place] ?? null;
    place += 1;
    return material;
  };
  return rows.map((row) => ({ before: next(row.old), after: next(row.new) }));
}
