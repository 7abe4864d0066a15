import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { openOrRemake } from '#server/database/derived-file.ts';

/**
 * A copy of what searches look up of each material, for records that are on another machine: threads that search read it
 * as they would read the database file. Derived; may be deleted while no server runs.
 */
export type RecordsCopy = {
  file: string;
  /** Brings the copy up to date with what was changed before the call, and returns its revision. */
  refresh(): Promise<string>;
  close(): void;
};

/** Another number if the tables of the copy change. */
const version = 1;
const rowsAtOnce = 1000;
const comparedAtOnce = 10_000;

/** Opens the copy in the folder and begins to bring it up to date. `onRemade` is called if it has to begin anew. */
export function openRecordsCopy(parts: {
  directory: string;
  reader: Kysely<Tables>;
  onRemade: (reason: string) => void;
}): RecordsCopy {
  const { reader, onRemade } = parts;
  const file = path.resolve(parts.directory, 'records.sqlite');
  const database = openOrRemake(file, openCopy, onRemade);
  const store = createStore(database);
  let revision = store.lastRevision();
  let isCompared = false;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function update(): Promise<void> {
    if (!isCompared && !(await isOfSameRecords(reader, store))) {
      onRemade('it is of other records');
      store.clear();
      revision = 0;
    }
    isCompared = true;
    const wanted = await latestRevision(reader);
    while (revision < wanted) {
      const rows = await changedSince(reader, revision);
      if (rows.length === 0) return;
      revision = store.save(rows);
    }
  }

  function begin(): Promise<void> {
    current = update().finally(() => {
      current = null;
    });
    return current;
  }

  /** What is running may have missed the latest change, so it is done once more for all who ask meanwhile. */
  function afterCurrent(running: Promise<void>): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  }

  return {
    file,
    async refresh() {
      await (current ? afterCurrent(current) : begin());
      return String(revision);
    },
    close: () => database.close(),
  };
}

type CopiedRow = {
  sequence: number;
  revision: number;
  id: string | null;
  kind: string;
  faculty_id: string;
  semester_id: string;
  subject: string;
  year: number | null;
  year_bs: number | null;
  is_public: number;
  deleted_at: number | null;
  permissions: string;
  roles: string;
};

async function latestRevision(reader: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(revision) as last from material_revisions`.execute(
    reader,
  );
  return rows[0]?.last ?? 0;
}

async function changedSince(reader: Kysely<Tables>, revision: number): Promise<CopiedRow[]> {
  const { rows } = await sql<CopiedRow>`
    select changed.sequence, changed.revision, m.id, m.kind, m.faculty_id, m.semester_id, m.subject, m.year, m.year_bs,
      m.is_public, m.deleted_at, f.permissions,
      (select coalesce(jsonb_agg(role), '[]') from material_readers where material_id = m.id) as roles
    from (select * from material_revisions where revision > ${revision} order by revision limit ${rowsAtOnce}) as changed
    left join materials m on m.sequence = changed.sequence
    left join files f on f.id = m.file_id
    order by changed.revision
  `.execute(reader);
  return rows;
}

/**
 * Whether the copy follows from these records: not if an older state of them was put back. What it has of each material is
 * what they have, or they have a later revision.
 */
async function isOfSameRecords(reader: Kysely<Tables>, store: Store): Promise<boolean> {
  const last = store.lastRevision();
  let known = 0;
  for (let after = -1; ;) {
    const { rows } = await sql<{ sequence: number; revision: number }>`
      select sequence, revision from material_revisions where sequence > ${after} order by sequence limit ${comparedAtOnce}
    `.execute(reader);
    for (const { sequence, revision } of rows) {
      const copied = store.revisionOf(sequence);
      if (copied !== null) known += 1;
      if (revision <= last && copied !== revision) return false;
    }
    const end = rows.at(-1);
    if (!end || rows.length < comparedAtOnce) return known === store.count();
    after = end.sequence;
  }
}

type Store = ReturnType<typeof createStore>;

function createStore(database: DatabaseSync) {
  const insert = database.prepare(`
    insert or replace into materials (sequence, id, kind, faculty_id, semester_id, subject, year, year_bs, file_id,
      is_public, deleted_at, file_permissions) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const removeReaders = database.prepare(
    'delete from material_readers where material_id = (select id from materials where sequence = ?)',
  );
  const remove = database.prepare('delete from materials where sequence = ?');
  const addReader = database.prepare('insert or ignore into material_readers (material_id, role) values (?, ?)');
  const revisionOf = database.prepare('select revision from revisions where sequence = ?');
  const note = database.prepare('insert or replace into revisions (sequence, revision) values (?, ?)');

  return {
    lastRevision: () => Number(one(database.prepare('select max(revision) as last from revisions'))['last'] ?? 0),

    count: () => Number(one(database.prepare('select count(*) as count from revisions'))['count']),

    revisionOf(sequence: number): number | null {
      const found = one(revisionOf, sequence)['revision'];
      return found === undefined ? null : Number(found);
    },

    clear() {
      database.exec('begin; delete from materials; delete from material_readers; delete from revisions; commit');
    },

    /** In one transaction. Returns the last revision. */
    save(rows: readonly CopiedRow[]): number {
      let last = 0;
      database.exec('begin');
      try {
        for (const row of rows) {
          removeReaders.run(row.sequence);
          remove.run(row.sequence);
          note.run(row.sequence, row.revision);
          last = row.revision;
          if (row.id === null) continue;
          insert.run(
            row.sequence,
            row.id,
            row.kind,
            row.faculty_id,
            row.semester_id,
            row.subject,
            row.year,
            row.year_bs,
            row.id,
            row.is_public,
            row.deleted_at,
            row.permissions,
          );
          for (const role of JSON.parse(row.roles) as string[]) addReader.run(row.id, role);
        }
        database.exec('commit');
        return last;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
  };
}

/** Null for a copy of another version. Losing the last changes with the machine only means to copy them again. */
function openCopy(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  const found = Number(one(database.prepare('pragma user_version'))['user_version']);
  if (found !== 0 && found !== version) {
    database.close();
    return null;
  }
  if (found === 0) database.exec(tables);
  return database;
}

/** As far as material-facts.ts reads them. Each material has a row of its own in `files`, for the permissions of its file. */
const tables = `
  begin;
  create table materials (
    sequence integer primary key, id text not null unique, kind text not null, faculty_id text not null,
    semester_id text not null, subject text not null, year integer, year_bs integer, file_id text not null,
    is_public integer not null, deleted_at integer, file_permissions text not null
  ) strict;
  create view files as select id, file_permissions as permissions from materials;
  create table material_readers (material_id text not null, role text not null, primary key (material_id, role)) strict, without rowid;
  create table revisions (sequence integer primary key, revision integer not null) strict;
  create index revisions_in_order on revisions (revision);
  pragma user_version = ${version};
  commit;
`;

const one = (statement: StatementSync, ...given: number[]): Record<string, unknown> => ({ ...statement.get(...given) });
