import type { Logger } from 'pino';
import type { Database } from '#server/engines/database/database.ts';
import type { SimilarService } from '#server/library/duplicates/similar-service.ts';

/** Stores which staged files have nearly the same text as another file. */
export interface SimilarNotes {
  /** Resolves to true if the current text of these bytes was compared; similar files are then stored. */
  isCompared(sha256: string): Promise<boolean>;
  /** Stores the files that are similar to one with these bytes. */
  note(sha256: string): Promise<void>;
  /** Stores the pairs that were found before the server stopped. */
  catchUp(): Promise<void>;
}

export function createSimilarNotes({
  database,
  similar,
  log,
}: {
  database: Pick<Database, 'staging'>;
  similar: Pick<SimilarService, 'pairsOf' | 'allPairs' | 'isCompared'>;
  log: Logger;
}): SimilarNotes {
  const { staging } = database;
  const store = async (pairs: Awaited<ReturnType<SimilarService['pairsOf']>>) => {
    for (const { first, second, same } of pairs) await staging.addSimilar(first, second, same);
  };
  const note = async (sha256: string) => store(await similar.pairsOf(sha256));

  return {
    note,

    async isCompared(sha256) {
      if (!(await similar.isCompared(sha256))) return false;
      await note(sha256);
      return true;
    },

    async catchUp() {
      try {
        await store(await similar.allPairs());
      } catch (error) {
        log.warn({ err: error }, 'could not store near duplicates of staged files');
      }
    },
  };
}
