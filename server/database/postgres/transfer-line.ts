import { Client } from 'pg';
import { clientConfig } from './client-config.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { isFailing, toDatabaseError } from './postgres-errors.ts';
import { destroy } from './read-lane.ts';

/** Reads are of the moment in which it begins. */
export const beginSnapshot = 'begin isolation level repeatable read, read only';

export type Line = ReturnType<typeof createLine>;

/**
 * A connection, made with the first statement. What fails because of server or line is a `DatabaseFailing`; with `patienceMs`,
 * a statement that takes longer does as well.
 */
export function createLine(address: PostgresAddress, { patienceMs }: { patienceMs?: number } = {}) {
  let client: Promise<Client> | null = null;
  let isInTransaction = false;
  let isInSnapshot = false;
  let isBroken = false;

  async function open(): Promise<Client> {
    const made = new Client({ ...clientConfig(address), ...(patienceMs && { query_timeout: patienceMs }) });
    // Statements fail with the reason as well.
    made.on('error', () => undefined);
    await made.connect();
    return made;
  }

  async function run(sql: string, values: readonly unknown[] = []) {
    try {
      client ??= open();
      return await (await client).query<Record<string, unknown>>(sql, [...values]);
    } catch (error) {
      isBroken ||= isFailing(error);
      if (!isInTransaction) leaveBroken();
      throw toDatabaseError(error, address);
    }
  }

  /** The next statement makes a new connection; within a transaction it must not, because it would not belong to it. */
  function leaveBroken(): void {
    if (!isBroken) return;
    client?.then(destroy, () => undefined);
    client = null;
    isBroken = false;
  }

  async function inTransaction<Result>(begin: string, end: string, work: () => Promise<Result>): Promise<Result> {
    await run(begin);
    isInTransaction = true;
    try {
      const result = await work();
      await run(end);
      return result;
    } catch (error) {
      if (!isBroken) await run('rollback').catch(() => undefined);
      throw error;
    } finally {
      isInTransaction = false;
      leaveBroken();
    }
  }

  return {
    run,
    inTransaction: <Result>(work: () => Promise<Result>) => inTransaction('begin', 'commit', work),
    isInSnapshot: () => isInSnapshot,
    async inSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
      isInSnapshot = true;
      try {
        return await inTransaction(beginSnapshot, 'rollback', work);
      } finally {
        isInSnapshot = false;
      }
    },
    /** In a transaction after all that are writing (write-connection.ts), so that none of them is still under way. */
    inTurn: (work: () => Promise<void>) =>
      inTransaction('begin', 'commit', async () => {
        await run('select pg_advisory_xact_lock(4100740001)');
        await work();
      }),
    async end(): Promise<void> {
      await client?.then((each) => each.end()).catch(() => undefined);
    },
  };
}
