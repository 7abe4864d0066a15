import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import type { IndexState } from '#server/engines/search-index/search-index.ts';
import { foundBy, tablesOf, type Slot } from './index-tables.ts';
import {
  createWork,
  indexWrites,
  selectStates,
  toIndexState,
  type Given,
  type StateRow,
  type Work,
} from './index-writes.ts';
import { emptyTables, openWriteTransactions, type Query } from './write-transactions.ts';

/** Time after which a claim expires if it is not renewed. */
const claimSeconds = 60;

/** Writes the current index, each call in a separate transaction. */
export function createThreadWrites(address: PostgresAddress) {
  const transactions = openWriteTransactions(address);
  const { work } = createWork({ isBulk: false });

  const inTurn = (write: (parts: Work) => Promise<void>) =>
    transactions.change(async (query, { slot, generation }) => {
      await work({ query, slot, generation }, write);
      await query('update search_state set edition = edition + 1');
    });

  return {
    begin: (...given: Given<'begin'>) => inTurn((parts) => indexWrites.begin(parts, ...given)),
    putPages: (...given: Given<'putPages'>) => inTurn((parts) => indexWrites.putPages(parts, ...given)),
    finish: (...given: Given<'finish'>) => inTurn((parts) => indexWrites.finish(parts, ...given)),
    remove: (...given: Given<'remove'>) => inTurn((parts) => indexWrites.remove(parts, ...given)),

    /** True if the node may index this material now: no other one does. Renews its own claim. */
    claim: (materialId: string, node: string) =>
      transactions.quick(async (query) => {
        const taken = await query(
          `insert into search_claims as claim (material_id, node, until)
            values ($1, $2, clock_timestamp() + interval '${claimSeconds} seconds')
            on conflict (material_id) do update set node = excluded.node, until = excluded.until
            where claim.node = excluded.node or claim.until < clock_timestamp()
            returning 1`,
          [materialId, node],
        );
        return taken.length > 0;
      }),

    release: (materialId: string, node: string) =>
      transactions.quick(async (query) => {
        await query('delete from search_claims where material_id = $1 and node = $2', [materialId, node]);
      }),

    close: () => transactions.close(),
  };
}

type Bulk = { query: Query; slot: Slot; end(isComplete: boolean): void; ended: Promise<void> };

class Abandoned extends Error {}

/**
 * Writes another index next to the current one, all of it in one transaction: nothing remains of it unless it is
 * complete, even if this process is killed.
 */
export function createBulkWrites(address: PostgresAddress) {
  const { bulk, takeTurn, change, close } = openWriteTransactions(address);
  const { work, writeCounts } = createWork({ isBulk: true });
  let running: Promise<Bulk> | null = null;

  async function open(): Promise<Bulk> {
    const begun = Promise.withResolvers<Omit<Bulk, 'ended'>>();
    const ended = bulk(async (query, state) => {
      const slot: Slot = state.slot === 0 ? 1 : 0;
      const index = foundBy(tablesOf(slot));
      await query(`${emptyTables(slot)}; drop index if exists ${index.name}`);
      const decided = Promise.withResolvers<boolean>();
      begun.resolve({ query, slot, end: decided.resolve });
      if (!(await decided.promise)) throw new Abandoned();
      await writeCounts({ query, slot });
      await query(index.create);
      await query(`analyze ${Object.values(tablesOf(slot)).join(', ')}`);
      await takeTurn(query);
      await query(`update search_state set slot = ${slot}, generation = generation + 1, edition = edition + 1`);
    });
    ended.catch(begun.reject);
    return { ...(await begun.promise), ended };
  }

  const inOne = async (write: (parts: Work) => Promise<void>) => {
    const { query, slot } = await (running ??= open());
    // Numbers of words are valid until the end of the transaction.
    await work({ query, slot, generation: 0 }, write);
  };

  async function end(isComplete: boolean): Promise<void> {
    const ending = await running?.catch(() => null);
    ending?.end(isComplete);
    await ending?.ended.catch((error: unknown) => {
      if (!(error instanceof Abandoned)) throw error;
    });
  }

  return {
    /** Begins it. Throws if another node is rebuilding. */
    open: async () => void (await (running ??= open())),
    begin: (...given: Given<'begin'>) => inOne((parts) => indexWrites.begin(parts, ...given)),
    putPages: (...given: Given<'putPages'>) => inOne((parts) => indexWrites.putPages(parts, ...given)),
    finish: (...given: Given<'finish'>) => inOne((parts) => indexWrites.finish(parts, ...given)),
    remove: (...given: Given<'remove'>) => inOne((parts) => indexWrites.remove(parts, ...given)),

    async list({ after, limit }: { after: number; limit: number }): Promise<IndexState[]> {
      const { query, slot } = await (running ??= open());
      return (await query<StateRow>(selectStates(tablesOf(slot)), [after, limit])).map(toIndexState);
    },

    /** Replaces the current index. */
    async complete(): Promise<void> {
      await end(true);
      // Only to free its space. The next rebuild empties it as well.
      const empty = change(async (query, { slot }) => void (await query(emptyTables(slot === 0 ? 1 : 0))));
      await empty.catch(() => undefined);
    },

    /** Removes it, unless it is complete. */
    async close(): Promise<void> {
      await end(false).catch(() => undefined);
      await close();
    },
  };
}
