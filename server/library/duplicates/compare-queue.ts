import type { Logger } from 'pino';
import type { Texts } from '#server/engines/text-store/texts.ts';
import type { SimilarThread } from './similar-thread.ts';

/** Compares documents with all candidates, one after the other, as soon as all of their pages were read. */
export interface CompareQueue {
  /** Returns at once. */
  add(sha256: string): void;
  /** Resolves once nothing is left to compare. */
  idle(): Promise<void>;
  /** Compares nothing more. */
  stop(): void;
  isStopped(): boolean;
}

/** Number of pages read at once from the store. */
const batchPages = 50;
/** As many pages as words are compared (compare-texts.ts), if there are few on each. */
const maxPages = 400;

export function createCompareQueue({
  texts,
  thread,
  onCompared,
  log,
}: {
  texts: Pick<Texts, 'find' | 'readPages'>;
  thread: Pick<SimilarThread, 'note' | 'compare' | 'finish'>;
  /** Called after a document was compared with all candidates, or could not be. */
  onCompared: (sha256: string) => void;
  log: Logger;
}): CompareQueue {
  const waiting = new Set<string>();
  let working = Promise.resolve();
  let isWorking = false;
  let isStopped = false;

  function add(sha256: string): void {
    if (isStopped) return;
    waiting.add(sha256);
    if (isWorking) return;
    isWorking = true;
    working = work();
  }

  async function work(): Promise<void> {
    try {
      for (const sha256 of waiting) {
        if (isStopped) return;
        waiting.delete(sha256);
        await compare(sha256).catch((error: unknown) => {
          // It is retried when the text changes and at the next start.
          if (!isStopped) log.warn({ err: error, sha256 }, 'a text could not be compared with the others');
        });
        if (!isStopped) onCompared(sha256);
      }
    } finally {
      // Reset at once, so that nothing is added that this work would miss.
      isWorking = false;
    }
  }

  async function compare(sha256: string): Promise<void> {
    const document = await texts.find(sha256);
    if (!document || document.waiting > 0 || document.read === 0) return;
    const own = await readTexts(sha256);
    const candidates = await thread.note(sha256, own);
    for (const candidate of candidates) {
      if (isStopped) return;
      await thread.compare({ sha256, texts: own }, { sha256: candidate, texts: await readTexts(candidate) });
    }
    await thread.finish(sha256, document.version);
  }

  async function readTexts(sha256: string): Promise<string[]> {
    const found: string[] = [];
    for (let from = 1; found.length < maxPages;) {
      const pages = await texts.readPages(sha256, from, batchPages);
      found.push(...pages.map((page) => page.text));
      const last = pages.at(-1)?.page;
      if (last === undefined || pages.length < batchPages) break;
      from = last + 1;
    }
    return found;
  }

  return {
    add,
    // Additions during the wait are compared by the same work.
    idle: () => working,
    isStopped: () => isStopped,
    stop() {
      isStopped = true;
      waiting.clear();
    },
  };
}
