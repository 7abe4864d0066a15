import type { Material } from '#domain/material.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { IndexState } from '#server/engines/search-index/search-index.ts';
import type { Texts } from '#server/engines/text-store/texts.ts';

/**
 * Number of records read at once. In the server's own thread, as many as are read within a millisecond: with a million
 * materials this happens thousands of times. From another machine, so many that the round trips do not dominate.
 */
export const statesAtOnce = { inThread: 200, apart: 1000 };

/** Lists the required index state of every published material, in order of sequence. */
export async function* listMaterialStates(parts: {
  database: Pick<Database, 'materials'>;
  texts: Pick<Texts, 'findSome'>;
  signal: AbortSignal;
  atOnce: number;
}): AsyncGenerator<IndexState> {
  const { database, texts, signal, atOnce } = parts;
  let after = 0;
  while (!signal.aborted) {
    const materials = await database.materials.listVersions(after, atOnce);
    const digests = [...new Set(materials.map(({ sha256 }) => sha256))].filter((sha256) => sha256 !== '');
    const found = digests.length === 0 ? [] : await texts.findSome(digests);
    const versions = new Map(found.map(({ sha256, version }) => [sha256, version]));
    for (const material of materials) yield { ...material, textVersion: versions.get(material.sha256) ?? 0 };
    const last = materials.at(-1);
    if (!last || materials.length < atOnce) return;
    after = last.sequence;
    // Requests that arrived meanwhile are processed first.
    await new Promise(setImmediate);
  }
}

/** Returns the required index state of a published material. */
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
