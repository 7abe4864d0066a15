import type { IndexClaim } from '#server/engines/search-index/search-index.ts';
import { keepRenewing } from '#server/machinery/queues/with-lease.ts';
import type { WriteThread } from './write-thread.ts';

/** Duration of a claim that is not renewed (thread-writes.ts). */
const claimMs = 60_000;

/** Claims a material for this node, until it is released or the node dies. Null if another node has it. */
export async function claimMaterial(
  writes: Pick<WriteThread, 'claim' | 'release'>,
  id: string,
  node: string,
): Promise<IndexClaim | null> {
  if (!(await writes.claim(id, node))) return null;
  // If it cannot be renewed, another node may do the same work, which does no harm.
  const stopRenewing = keepRenewing(claimMs, () => writes.claim(id, node));
  return {
    async release() {
      stopRenewing();
      await writes.release(id, node);
    },
  };
}
