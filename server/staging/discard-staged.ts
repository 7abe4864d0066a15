import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import type { FileService } from '#server/files/file-service.ts';

/**
 * Makes the function that removes a row. The file is deleted first: if the server is stopped in between, the row waits
 * for bytes and can be discarded again. A file that a material uses stays.
 */
export function createDiscarding(parts: {
  database: Pick<Database, 'staging'>;
  files: Pick<FileService, 'remove'>;
}): (actor: Actor, row: StagedRecord) => Promise<void> {
  const { database, files } = parts;
  return async (actor, row) => {
    if (row.state !== 'published' && row.file) {
      try {
        await files.remove(actor, row.fileId);
      } catch (error) {
        const isGoneOrUsed =
          error instanceof Problem && ['storage_file_not_found', 'general_resource_locked'].includes(error.type);
        if (!isGoneOrUsed) throw error;
      }
    }
    await database.staging.remove([row.id]);
  };
}
