import { sql, type RawBuilder } from 'kysely';
import type { Engine } from './engine.ts';

/**
 * Leases decide which of several nodes that share a database does work that must be done only once. Times are those of
 * the database, so the clocks of the nodes do not matter. The lease of a killed node expires. A node that was only slow
 * may believe that it still has its lease: code that writes under a lease renews it first, or writes idempotently.
 */
export interface Leases {
  /**
   * Acquires or renews the lease for `forMs` from now. Returns false if another holder has it. Does not wait for the
   * other holder, and writes only if the lease is free, has expired, or is the holder's own.
   */
  take(name: string, holder: string, forMs: number): Promise<boolean>;
  /** Releases the lease if the holder has it. */
  release(name: string, holder: string): Promise<void>;
}

/**
 * The lease of the leader, the node that does the work that is done once for all nodes
 * (server/library/nodes/leadership.ts). Some node always has it while servers run.
 */
export const leadLease = 'lead';

/** The leases of an engine that only one process opens: that process has every lease. */
export const onlyHolder: Leases = { take: async () => true, release: async () => undefined };

/** Milliseconds since 1970 by the clock of the database, when the expression is evaluated. */
export const databaseMoment: RawBuilder<number> = sql<number>`cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint)`;

/** All SQL for leases, for PostgreSQL. */
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
      // Another holder may have acquired the lease in the meantime: this statement decides.
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
