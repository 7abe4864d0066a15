import type { Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { IndexState, IndexWriter } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';
import { listMaterialStates, stateOf } from './material-states.ts';

/**
 * Calls `differs` for every material that is missing from an index or outdated in it, and for entries that should no
 * longer be in it. Returns the number of materials.
 */
export async function compareIndex(
  writer: Pick<IndexWriter, 'list'>,
  parts: {
    database: Pick<Database, 'materials' | 'files'>;
    texts: Pick<Texts, 'findSome'>;
    signal: AbortSignal;
    /** Number of materials that are read together (material-states.ts). */
    atOnce: number;
  },
  differs: (material: Pick<Material, 'id' | 'sequence'>) => void,
): Promise<number> {
  let total = 0;
  const listed = listIndexed(writer, parts.atOnce);
  let indexed = await listed.next();
  for await (const expected of listMaterialStates(parts)) {
    total += 1;
    while (!indexed.done && indexed.value.sequence < expected.sequence) {
      differs(indexed.value);
      indexed = await listed.next();
    }
    const state = indexed.done || indexed.value.sequence !== expected.sequence ? null : indexed.value;
    if (state) indexed = await listed.next();
    if (!state || !isSame(state, expected)) differs(expected);
  }
  while (!indexed.done && !parts.signal.aborted) {
    differs(indexed.value);
    indexed = await listed.next();
  }
  return total;
}

/** True if an index has the current state of a material. */
export async function isInIndex(
  index: Pick<IndexWriter, 'list'>,
  { id, sequence }: Pick<Material, 'id' | 'sequence'>,
  parts: { database: Pick<Database, 'materials' | 'files'>; texts: Pick<Texts, 'find'> },
): Promise<boolean> {
  const material = await parts.database.materials.find(id);
  if (!material || material.deletedAt !== null) return false;
  // Another material may have the id of a purged one, which must then still be removed.
  if (sequence !== 0 && sequence !== material.sequence) return false;
  const [state] = await index.list({ after: material.sequence - 1, limit: 1 });
  return state?.sequence === material.sequence && isSame(state, await stateOf(material, parts.database, parts.texts));
}

function isSame(one: IndexState, other: IndexState): boolean {
  return (
    one.id === other.id &&
    one.sha256 === other.sha256 &&
    one.updatedAt === other.updatedAt &&
    one.textVersion === other.textVersion
  );
}

async function* listIndexed(writer: Pick<IndexWriter, 'list'>, atOnce: number): AsyncGenerator<IndexState> {
  let after = 0;
  while (true) {
    const states = await writer.list({ after, limit: atOnce });
    yield* states;
    const last = states.at(-1);
    if (!last || states.length < atOnce) return;
    after = last.sequence;
  }
}
