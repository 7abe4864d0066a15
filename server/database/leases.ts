import { sql, type RawBuilder } from 'kysely';
import type { Engine } from './engine.ts';

/**
 * Leases decide which of several nodes over one database does what must be done once. Time is that of the database, so
 * the clocks of the nodes do not matter. A holder that is killed loses its lease when it ends. One that was only slow may
 * believe that it still holds it: whoever writes under a lease takes it again first, or writes so that doing it twice is
 * the same as once.
 */
export interface Leases {
  /**
   * Takes the lease, or renews it, for `forMs` from now; false if another holder has it. Waits for no other holder, and
   * writes only if the lease is free, has ended, or is the holder's own.
   */
  take(name: string, holder: string, forMs: number): Promise<boolean>;
  /** Gives the lease back if the holder has it. */
  release(name: string, holder: string): Promise<void>;
}

/** The lease of the node that does what is done once for all (server/nodes/leadership.ts). Somebody has it while servers run. */
export const leadLease = 'lead';

/** For an engine that only one process opens: it has every lease. */
export const onlyHolder: Leases = { take: async () => true, release: async () => undefined };

/** Milliseconds since 1970 by the clock of the database, at the moment when it is evaluated. */
export const databaseMoment: RawBuilder<number> = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`;

/** All SQL on leases, for PostgreSQL. */
export function createLeases({ read, write }: Pick<Engine, 'read' | 'write'>): Leases {
  return {
    async take(name, holder, forMs) {
      const held = await read
        .selectFrom('lease')
        .select('holder')
        .where('name', '=', name)
        .where('until', '>', databaseMoment)
        .executeTakeFirst();
      if (held && held.holder !== holder) return false;
      const until = sql<number>`${databaseMoment} + cast(${forMs} as bigint)`;
      // Somebody else may have taken it since: this statement decides.
      const row = await write
        .insertInto('lease')
        .values({ name, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ holder, until })
            .where((where) =>
              where.or([where('lease.holder', '=', holder), where('lease.until', '<=', databaseMoment)]),
            ),
        )
        .returning('holder')
        .executeTakeFirst();
      return row !== undefined;
    },

    async release(name, holder) {
      await write.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}
