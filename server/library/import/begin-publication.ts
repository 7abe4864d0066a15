import { maxSources } from '#contract/publication.ts';
import type { Actor } from '#domain/account.ts';
import { makeIdentifier } from '#domain/identifier.ts';
import { findDoer } from '#server/library/accounts/find-doer.ts';
import type { Database } from '#server/engines/database/database.ts';

const day = 24 * 60 * 60 * 1000;
/** Maximum time in which an interrupted publication is continued; after that, a new one begins. */
const joinedMs = day;

/** Limits on the number of stored publications, and on their files in total. A file takes some 150 bytes. */
export const keptPublications = { publications: 1000, files: 100_000 };

/** Folder names, which name a publication on screen, are cut to this length. */
const maxSourceLength = 200;

/**
 * Begins a publication of staged files. If an earlier publication still has to publish some of them, because it was
 * interrupted or another administrator is publishing them right now, joins that one. Returns its id.
 */
export async function beginPublication(
  database: Pick<Database, 'transaction' | 'livedTime'>,
  actor: Actor,
  ids: readonly string[],
  kept = keptPublications,
): Promise<string> {
  const lived = await database.livedTime.find();
  return database.transaction(async (records) => {
    const { publications } = records;
    const joined = await publications.findPending(ids, lived - joinedMs);
    const id = joined ?? makeIdentifier();
    if (joined === null) await publications.insert({ id, ...(await findDoer(records, actor)) });
    await publications.plan(id, ids);
    const before = (await publications.find(id))?.sources ?? [];
    const named = (await publications.listSources(ids, maxSources)).map((name) => name.slice(0, maxSourceLength));
    await publications.setSources(id, [...new Set([...before, ...named])].slice(0, maxSources));
    await publications.prune({ ...kept, plannedFrom: lived - joinedMs });
    return id;
  });
}
