import { sql, type Selectable } from 'kysely';
import { formatMoment } from '#domain/moment.ts';
import type { NewTrailEntry, TrailEntry, TrailRecords } from '#server/engines/database/account-records.ts';
import type { Engine } from '#server/engines/database/sql/engine.ts';
import type { TrailRow } from '#server/engines/database/sql/tables.ts';

const hourMs = 60 * 60 * 1000;

/** All SQL for the audit trail. */
export function createTrailRecords({ read, write, apart, now }: Engine): TrailRecords {
  const toValues = (entry: NewTrailEntry, moment: number) => ({
    at: moment,
    is_deed: Number(entry.isDeed),
    action: entry.action,
    user_id: entry.userId,
    user_name: entry.userName,
    subject_id: entry.subjectId,
    title: entry.title,
    detail: entry.detail,
    network: entry.network,
    last_at: moment,
  });

  return {
    async insert(entry) {
      const values = { ...toValues(entry, now()), counted_hour: null };
      await apart(write, () => write.insertInto('trail').values(values).execute());
    },

    async count(entry, times) {
      const moment = now();
      const values = { ...toValues(entry, moment), times, counted_hour: Math.floor(moment / hourMs) };
      await write
        .insertInto('trail')
        .values(values)
        .onConflict((conflict) =>
          conflict
            .columns(['counted_hour', 'action', 'user_id', 'network'])
            .where('counted_hour', 'is not', null)
            .doUpdateSet({ times: sql<number>`trail.times + ${times}`, last_at: moment }),
        )
        .execute();
    },

    async list({ limit, before, since, isDeed }) {
      let query = read.selectFrom('trail').selectAll().orderBy('sequence', 'desc').limit(limit);
      if (before !== undefined) query = query.where('sequence', '<', before);
      if (since !== undefined) query = query.where('last_at', '>=', since);
      if (isDeed !== undefined) query = query.where('is_deed', '=', Number(isDeed));
      return (await query.execute()).map(toEntry);
    },

    async prune({ isDeed, before, keep, maxAged }) {
      const ofKind = write.selectFrom('trail').select('sequence').where('is_deed', '=', Number(isDeed));
      const beyond = await ofKind.orderBy('sequence', 'desc').limit(1).offset(keep).executeTakeFirst();
      const oldest = await ofKind.select('last_at').orderBy('sequence').limit(maxAged).execute();
      // In the order of writing: an entry from a clock that was ahead protects later ones until it is removed itself.
      const fresh = oldest.findIndex((row) => row.last_at >= before);
      const lastAged = oldest.at(fresh === -1 ? oldest.length - 1 : fresh - 1);
      const last = Math.max(beyond?.sequence ?? 0, fresh === 0 ? 0 : (lastAged?.sequence ?? 0));
      const { numDeletedRows } = await write
        .deleteFrom('trail')
        .where('is_deed', '=', Number(isDeed))
        .where('sequence', '<=', last)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function toEntry(row: Selectable<TrailRow>): TrailEntry {
  return {
    sequence: row.sequence,
    at: formatMoment(row.at),
    isDeed: row.is_deed === 1,
    action: row.action,
    userId: row.user_id,
    userName: row.user_name,
    subjectId: row.subject_id,
    title: row.title,
    detail: row.detail,
    network: row.network,
    times: row.times,
    lastAt: formatMoment(row.last_at),
  };
}
