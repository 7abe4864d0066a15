import { sql, type RawBuilder } from 'kysely';
import { likenessKeys } from '#domain/guess/likeness-keys.ts';
import { atomically, movedOn, type Connection, type Engine, type ListSql } from './engine.ts';
import { livedNow } from './lived-time.ts';
import { findStaged, selectStaged, toStaged } from './staging-rows.ts';
import type { StagingRecords } from './staging-records.ts';

type Arrivals = 'add' | 'remove' | 'forgetUntouched';
type Values = 'tell' | 'makeAllStale' | 'makeStale' | 'derive';
type Drives = 'noteSignals' | 'setDrive' | 'makeDrivesStale';
type Steps = 'setChecked' | 'setPublished' | 'addSimilar' | 'refuse' | 'touchWaiting';

/** Everything that writes the rows of staged files. Lists are sent as one JSON text, so that each is one statement. */
export function createStagingWrites(engine: Engine): Pick<StagingRecords, Arrivals | Values | Drives | Steps> {
  return { ...createArrivals(engine), ...createValues(engine), ...createDrives(engine), ...createSteps(engine) };
}

function createArrivals({ write, now, lists }: Engine): Pick<StagingRecords, Arrivals> {
  return {
    add: (files, mayAdd) =>
      atomically(write, async (transaction) => {
        const moment = now();
        const sent = lists.rows(
          files.map((file) => {
            const { folder, pattern } = likenessKeys(file.path);
            return { ...file, folder, pattern: pattern ?? '' };
          }),
        );
        const { rows: added } = await sql<{ id: string }>`
          insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id,
            created_at, updated_at, touched_lived)
          select value ->> 'id', value ->> 'path', value ->> 'folder', value ->> 'pattern', value ->> 'sha256',
            cast(value ->> 'sizeBytes' as bigint), value ->> 'fileId', value ->> 'materialId',
            cast(${moment} as bigint), cast(${moment} as bigint), ${livedNow}
          from ${sent} as sent where true
          on conflict (sha256, path) do nothing returning id
        `.execute(transaction);
        if (added.length > 0) {
          const { total } = await transaction
            .selectFrom('staged_files')
            .select(sql<number>`count(*)`.as('total'))
            .executeTakeFirstOrThrow();
          if (Number(total) > mayAdd) throw new TooMany();
        }
        const found = await selectStaged(transaction)
          .where(
            sql<boolean>`(staged.sha256, staged.path) in (select value ->> 'sha256', value ->> 'path' from ${sent} as sent)`,
          )
          .execute();
        const byKey = new Map(found.map((row) => [`${row.sha256} ${row.path}`, toStaged(row)]));
        const records = files.flatMap(({ sha256, path }) => byKey.get(`${sha256} ${path}`) ?? []);
        return { records, created: added.length };
      }).catch((error: unknown) => {
        if (error instanceof TooMany) return null;
        throw error;
      }),

    remove: (ids) =>
      atomically(write, async (transaction) => {
        const removed = await transaction
          .deleteFrom('staged_files')
          .where('id', 'in', [...ids])
          .returning('sha256')
          .execute();
        await touchAlike(
          transaction,
          lists,
          removed.map(({ sha256 }) => sha256),
        );
      }),

    async forgetUntouched({ published, waiting, limit }) {
      const { rows } = await sql<{ id: string }>`
        delete from staged_files where sequence in (
          select sequence from staged_files where state = 'published' and touched_lived < ${published}
          union all
          select sequence from staged_files where state = 'waiting' and touched_lived < ${waiting}
            and not exists (select 1 from files where files.id = staged_files.file_id)
          limit ${limit}
        ) returning id
      `.execute(write);
      return rows.length;
    },
  };
}

function createValues({ write, now, lists }: Engine): Pick<StagingRecords, Values> {
  return {
    async tell(rows) {
      const sent = lists.rows(rows.map(({ id, told }) => ({ id, told })));
      await sql`
        update staged_files set told = sent.value -> 'told', updated_at = ${movedOn(now())}, touched_lived = ${livedNow}
        from ${sent} as sent
        where staged_files.id = sent.value ->> 'id' and state <> 'published'
      `.execute(write);
      await sql`
        update staged_files set stale = stale + 1
        where state <> 'published' and folder_key in (
          select folder_key from staged_files where id in (select value ->> 'id' from ${sent} as sent)
        )
      `.execute(write);
    },

    async makeStale(id) {
      await write
        .updateTable('staged_files')
        .set({ stale: sql<number>`stale + 1` })
        .where('id', '=', id)
        .execute();
    },

    async makeAllStale() {
      await write
        .updateTable('staged_files')
        .set({ stale: sql<number>`stale + 1` })
        .where('state', '<>', 'published')
        .execute();
    },

    async derive(values) {
      const sent = lists.rows(
        values.map((value) => ({ ...value, doubtful: value.doubtful.join(' '), guess: value.guess ?? {} })),
      );
      await sql`
        update staged_files set taken = sent.value -> 'taken', guess = sent.value -> 'guess',
          doubtful = sent.value ->> 'doubtful', confidence = cast(sent.value ->> 'confidence' as double precision), stale = 0
        from ${sent} as sent
        where staged_files.id = sent.value ->> 'id' and staged_files.stale = cast(sent.value ->> 'stale' as bigint)
          and staged_files.revision = cast(sent.value ->> 'revision' as bigint)
      `.execute(write);
    },
  };
}

function createDrives({ write, lists }: Engine): Pick<StagingRecords, Drives> {
  return {
    noteSignals: (rows) =>
      atomically(write, async (transaction) => {
        const ids = rows.map(({ id }) => id);
        const key = (id: string, drive: string, signal: string) => JSON.stringify([id, drive, signal]);
        const stored = await transaction
          .selectFrom('staged_signals')
          .selectAll()
          .where('staged_id', 'in', ids)
          .execute();
        const wanted = rows.flatMap(({ id, drive, signals }) => signals.map((signal) => ({ id, drive, signal })));
        const before = new Set(stored.map(({ staged_id: id, drive, signal }) => key(id, drive, signal)));
        const after = new Set(wanted.map(({ id, drive, signal }) => key(id, drive, signal)));
        const gone = stored.filter(({ staged_id: id, drive, signal }) => !after.has(key(id, drive, signal)));
        const added = wanted.filter(({ id, drive, signal }) => !before.has(key(id, drive, signal)));
        if (gone.length > 0)
          await sql`
            delete from staged_signals where (drive, signal, staged_id) in (
              select value ->> 'drive', value ->> 'signal', value ->> 'staged_id' from ${lists.rows(gone)} as gone)
          `.execute(transaction);
        if (added.length > 0)
          await sql`
            insert into staged_signals (drive, signal, staged_id)
            select value ->> 'drive', value ->> 'signal', value ->> 'id' from ${lists.rows(added)} as added
            where exists (select 1 from staged_files where staged_files.id = value ->> 'id')
            on conflict do nothing
          `.execute(transaction);
      }),

    setDrive: (drive, evidence, except) =>
      atomically(write, async (transaction) => {
        const { rows } = await sql<{ drive: string }>`
          insert into staged_drives (drive, evidence) select ${drive}, value from ${lists.rows([evidence])} as sent where true
          on conflict (drive) do update set evidence = excluded.evidence where staged_drives.evidence <> excluded.evidence
          returning drive
        `.execute(transaction);
        if (rows.length === 0) return false;
        await makeDriveStale(transaction, drive, lists.texts(except));
        return true;
      }),

    makeDrivesStale: (drives) =>
      atomically(write, async (transaction) => {
        for (const drive of drives) await makeDriveStale(transaction, drive, lists.texts([]));
      }),
  };
}

/** Of the drive's rows, those that are not published; without those of `except`. */
async function makeDriveStale(connection: Connection, drive: string, except: RawBuilder<string>): Promise<void> {
  // What sorts between the folder's name with a slash and with the character after it is in the folder.
  await sql`
    update staged_files set stale = stale + 1
    where state <> 'published' and (folder_key = ${drive} or (folder_key >= ${`${drive}/`} and folder_key < ${`${drive}0`}))
      and id not in ${except}
  `.execute(connection);
}

function createSteps({ write, now, lists }: Engine): Pick<StagingRecords, Steps> {
  return {
    async setChecked(id, fault) {
      const row = await write
        .updateTable('staged_files')
        .set({ state: 'checked', fault, refusal: null })
        .where('id', '=', id)
        .where('state', '=', 'reading')
        .where('stale', '=', 0)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    setPublished: (id) =>
      atomically(write, async (transaction) => {
        const row = await transaction
          .updateTable('staged_files')
          .set({ state: 'published', updated_at: movedOn(now()), touched_lived: livedNow })
          .where('id', '=', id)
          .where('state', '<>', 'published')
          .returning(['id', 'sha256'])
          .executeTakeFirst();
        if (!row) return null;
        await touchAlike(transaction, lists, [row.sha256]);
        return (await findStaged(transaction, [id]))[0] ?? null;
      }),

    async refuse(fileId, reason) {
      await write
        .updateTable('staged_files')
        .set({ refusal: reason, updated_at: movedOn(now()), touched_lived: livedNow })
        .where('file_id', '=', fileId)
        .where('state', '=', 'waiting')
        .execute();
    },

    async touchWaiting(sha256) {
      await write
        .updateTable('staged_files')
        .set(({ ref }) => ({ updated_at: ref('updated_at') }))
        .where('sha256', '=', sha256)
        .where('state', '=', 'waiting')
        .execute();
    },

    async addSimilar(one, other, same) {
      const rows = [
        [one, other],
        [other, one],
      ] as const;
      for (const [sha256, alike] of rows) {
        await sql`
          insert into staged_similar (sha256, other_sha256, same)
          select ${sha256}, ${alike}, cast(${same} as double precision) where exists (select 1 from staged_files where sha256 = ${sha256})
          on conflict (sha256, other_sha256) do update set same = excluded.same
        `.execute(write);
        await sql`update staged_files set updated_at = updated_at where sha256 = ${sha256}`.execute(write);
      }
    },
  };
}

class TooMany extends Error {}

/** Whether others are duplicates has changed: they count as changed. */
async function touchAlike(connection: Connection, lists: ListSql, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  const sent = lists.texts(digests);
  await sql`
    update staged_files set updated_at = updated_at
    where state <> 'published' and (
      sha256 in ${sent}
      or sha256 in (select sha256 from staged_similar where other_sha256 in ${sent})
    )
  `.execute(connection);
}
