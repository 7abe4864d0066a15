import { sql, type RawBuilder } from 'kysely';
import { livedNow } from '#server/engines/database/records/settings/settings-table.ts';
import { atomically, movedOn, type Connection, type Engine } from '#server/engines/database/sql/engine.ts';
import type { StagingRecords } from '#server/engines/database/staging-records.ts';
import { touchAlike } from './staging-arrivals.ts';
import { findStaged } from './staging-rows.ts';

type Values = 'setManual' | 'makeAllStale' | 'makeStale' | 'derive';
type Drives = 'noteSignals' | 'setDrive';
type Steps = 'setChecked' | 'setPublished' | 'takeBack' | 'addSimilar' | 'refuse';

/** Creates the methods that change existing rows. Lists are sent as one JSON text, so that each call needs few statements. */
export function createStagingWrites(engine: Engine): Pick<StagingRecords, Values | Drives | Steps> {
  return { ...createValues(engine), ...createDrives(engine), ...createSteps(engine) };
}

function createValues({ write, now, lists }: Engine): Pick<StagingRecords, Values> {
  return {
    async setManual(rows) {
      const sent = lists.rows(rows.map(({ id, manual }) => ({ id, manual })));
      await sql`
        update staged_files set told = sent.value -> 'manual', updated_at = ${movedOn(now())}, touched_lived = ${livedNow}
        from ${sent} as sent
        where staged_files.id = sent.value ->> 'id' and state <> 'published'
      `.execute(write);
      await sql`
        update staged_files set stale = stale + 1
        where state <> 'published' and id in (
          select staged_id from staged_paths where folder_key in (
            select folder_key from staged_paths where staged_id in (select value ->> 'id' from ${sent} as sent)
          )
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
        update staged_files set best_path = sent.value ->> 'path', taken = sent.value -> 'inherited', guess = sent.value -> 'guess',
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
  };
}

/** Makes the unpublished rows of the drive stale, except those of `except`. */
async function makeDriveStale(connection: Connection, drive: string, except: RawBuilder<string>): Promise<void> {
  // Keys between the folder name with a slash and with the next character, `0`, are in the folder.
  await sql`
    update staged_files set stale = stale + 1
    where state <> 'published' and id not in ${except} and id in (
      select staged_id from staged_paths
      where folder_key = ${drive} or (folder_key >= ${`${drive}/`} and folder_key < ${`${drive}0`})
    )
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

    takeBack: (rows) =>
      atomically(write, async (transaction) => {
        const { rows: taken } = await sql<{ sha256: string }>`
          update staged_files set state = sent.value ->> 'state', stale = stale + 1, updated_at = ${movedOn(now())},
            touched_lived = ${livedNow}
          from ${lists.rows(rows)} as sent
          where staged_files.id = sent.value ->> 'id' and staged_files.state = 'published'
          returning sha256
        `.execute(transaction);
        await touchAlike(
          transaction,
          lists,
          taken.map(({ sha256 }) => sha256),
        );
      }),

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
