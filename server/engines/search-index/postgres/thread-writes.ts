import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { createWork, indexWrites, type Given, type Work } from './index-writes.ts';
import { openWriteTransactions } from './write-transactions.ts';

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

    /**
     * Claims this material for the node, or renews its claim. Returns true if no other node has claimed the material.
     */
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
