import { materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import { emptyQuery } from '#contract/query.ts';
import type { Database } from '#server/database/database.ts';
import type { IndexState } from '#server/search-index/search-index.ts';
import type { Texts } from '#server/text-store/texts.ts';

const listedAtOnce = 500;

/** What the index should have of every published material, in order of sequence. */
export async function* listMaterialStates(parts: {
  database: Pick<Database, 'materials' | 'files'>;
  texts: Pick<Texts, 'find'>;
  signal: AbortSignal;
}): AsyncGenerator<IndexState> {
  const { database, texts, signal } = parts;
  const kinds = await Promise.all(
    materialKinds.map(async (kind) => {
      const materials = listKind(database, kind);
      return { materials, next: await materials.next() };
    }),
  );
  while (!signal.aborted) {
    let first: (typeof kinds)[number] | null = null;
    for (const each of kinds)
      if (!each.next.done && (!first || first.next.done || each.next.value.sequence < first.next.value.sequence))
        first = each;
    if (!first || first.next.done) return;
    const material = first.next.value;
    first.next = await first.materials.next();
    yield await stateOf(material, database, texts);
  }
}

async function* listKind(database: Pick<Database, 'materials'>, kind: MaterialKind): AsyncGenerator<Material> {
  let after = 0;
  while (true) {
    const { materials } = await database.materials.list(
      kind,
      {
        ...emptyQuery,
        filters: [{ method: 'greaterThan', attribute: '$sequence', values: [after] }],
        orders: [{ attribute: '$sequence', direction: 'asc' }],
        limit: listedAtOnce,
        wantsTotal: false,
      },
      'everything',
    );
    yield* materials;
    const last = materials.at(-1);
    if (!last || materials.length < listedAtOnce) return;
    after = last.sequence;
  }
}

/** What the index should have of a published material. */
export async function stateOf(
  material: Material,
  database: Pick<Database, 'files'>,
  texts: Pick<Texts, 'find'>,
): Promise<IndexState & { textVersion: number; updatedAt: string; pageCount: number }> {
  const sha256 = (await database.files.find(material.fileId))?.sha256 ?? '';
  const text = sha256 === '' ? null : await texts.find(sha256);
  return {
    sequence: material.sequence,
    id: material.id,
    sha256,
    updatedAt: material.updatedAt,
    textVersion: text?.version ?? 0,
    pageCount: text?.pageCount ?? 0,
  };
}
