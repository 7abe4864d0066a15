import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Database } from '#server/database/database.ts';
import type { StagedRecord } from '#server/database/staging-records.ts';
import type { FileService } from '#server/files/file-service.ts';

/**
 * Makes the function that removes a row that is not published, with its file, and tells whether the file was kept. The file is deleted first: if the server is stopped in between, the row waits
 * for bytes and can be discarded again. A file that a material uses stays.
 */
export function createDiscarding(parts: {
  database: Pick<Database, 'staging'>;
  files: Pick<FileService, 'remove'>;
}): (actor: Actor, row: StagedRecord) => Promise<{ isFileKept: boolean }> {
  const { database, files } = parts;
  return async (actor, row) => {
    let isFileKept = false;
    try {
      await files.remove(actor, row.fileId);
    } catch (error) {
      const type = error instanceof Problem ? error.type : null;
      if (type !== 'storage_file_not_found' && type !== 'general_resource_locked') throw error;
      isFileKept = type === 'general_resource_locked';
    }
    await database.staging.remove([row.id]);
    return { isFileKept };
  };
}
