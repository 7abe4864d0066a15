import type { Logger } from 'pino';
import { Problem, refusedBytes } from '#contract/problems.ts';
import type { Database } from '#server/engines/database/database.ts';

/**
 * Returns the function that does work on the bytes of a file and, if they are rejected, stores the reason in the
 * file's staged row, so that the import shows it in every visit. The error is rethrown.
 */
export function createRefusalNotes({
  database: { staging },
  log,
}: {
  database: { staging: Pick<Database['staging'], 'refuse'> };
  log: Pick<Logger, 'warn'>;
}): <Result>(fileId: string, work: () => Promise<Result>) => Promise<Result> {
  return async (fileId, work) => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && refusedBytes.includes(error.type)) {
        await staging
          .refuse(fileId, error.message)
          .catch((cause: unknown) => log.warn({ err: cause, fileId }, 'the refusal of a staged file was not stored'));
      }
      throw error;
    }
  };
}
