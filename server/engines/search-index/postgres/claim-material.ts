import type { IndexClaim } from '#server/engines/search-index/search-index.ts';
import type { WriteThread } from './write-thread.ts';

/** Well within the minute for which a claim is valid (thread-writes.ts). */
const renewMs = 15_000;

/** Claims a material for this node, until it is released or the node dies. Null if another node has it. */
export async function claimMaterial(
  writes: Pick<WriteThread, 'claim' | 'release'>,
  id: string,
  node: string,
): Promise<IndexClaim | null> {
  if (!(await writes.claim(id, node))) return null;
  // If it cannot be renewed, another node may do the same work, which does no harm.
  const renewing = setInterval(() => void writes.claim(id, node).catch(() => undefined), renewMs).unref();
  return {
    async release() {
      clearInterval(renewing);
      await writes.release(id, node);
    },
  };
}
