import type { Texts } from '#server/engines/text-store/texts.ts';
import type { CompareQueue } from './compare-queue.ts';
import type { SimilarThread } from './similar-thread.ts';

/** Number of documents that are checked together. */
const listedAtOnce = 1000;

/** Queues all documents whose current text was not compared. Only one batch of documents is in memory at a time. */
export async function compareStored({
  texts,
  thread,
  queue,
}: {
  texts: Pick<Texts, 'listVersions'>;
  thread: Pick<SimilarThread, 'versionsOf'>;
  queue: Pick<CompareQueue, 'add' | 'idle' | 'isStopped'>;
}): Promise<void> {
  for (let after = ''; !queue.isStopped();) {
    const listed = await texts.listVersions(after, listedAtOnce);
    const known = listed.length > 0 ? await thread.versionsOf(listed.map(({ sha256 }) => sha256)) : [];
    const compared = new Map(known);
    for (const { sha256, version } of listed) if (compared.get(sha256) !== version) queue.add(sha256);
    const last = listed.at(-1);
    if (!last || listed.length < listedAtOnce) return;
    after = last.sha256;
    await queue.idle();
  }
}

/** Lists the SHA-256 of every document that was compared. */
export async function* listCompared(thread: Pick<SimilarThread, 'listDigests'>): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const listed = await thread.listDigests(after, listedAtOnce);
    yield* listed;
    const last = listed.at(-1);
    if (last === undefined || listed.length < listedAtOnce) return;
    after = last;
  }
}
