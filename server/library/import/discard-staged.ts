import { photographFileId } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import type { Actor } from '#domain/account.ts';
import type { Database } from '#server/engines/database/database.ts';
import type { StagedRecord } from '#server/engines/database/staging-records.ts';
import type { FileService } from '#server/library/files/file-service.ts';
import type { PhotographService } from '#server/library/photographs/photograph-service.ts';

type Parts = { database: Pick<Database, 'staging'>; files: Pick<FileService, 'remove'> };

/**
 * Creates the function that removes an unpublished row and its file, and reports whether the file was retained because
 * a material uses it. Deletes the file first: if the server stops in between, the row waits for bytes and can be
 * discarded again.
 */
export function createDiscarding({
  database,
  files,
}: Parts): (actor: Actor, row: StagedRecord) => Promise<{ isFileRetained: boolean }> {
  return async (actor, row) => {
    const isFileRetained = (await removeUnlessUsed(files, actor, row.fileId)) === 'used';
    await database.staging.remove([row.id]);
    return { isFileRetained };
  };
}

/** Creates the functions for rows whose PDF is made of photographs. */
export function createPhotographDiscarding({
  database,
  files,
  photographs,
}: Parts & { photographs: Pick<PhotographService, 'cancel'> }) {
  return {
    /**
     * Cancels the PDFs that are being made for these rows, because they would become files without a row. Returns the
     * digests of the photographs that no other row needs.
     */
    async stop(actor: Actor, rows: readonly StagedRecord[]): Promise<string[]> {
      const open = rows.filter(({ state }) => state !== 'published');
      if (open.length === 0) return [];
      const digests = await database.staging.ownPhotographs(open.map(({ id }) => id));
      if (digests.length > 0)
        for (const { state, fileId } of open) if (state === 'waiting') await photographs.cancel(actor, fileId);
      return digests;
    },

    /** Removes photographs that were uploaded for rows, unless something else uses them. */
    async remove(actor: Actor, digests: readonly string[]): Promise<void> {
      for (const digest of digests) await removeUnlessUsed(files, actor, photographFileId(digest));
    },
  };
}

async function removeUnlessUsed(
  files: Parts['files'],
  actor: Actor,
  fileId: string,
): Promise<'removed' | 'missing' | 'used'> {
  try {
    await files.remove(actor, fileId);
    return 'removed';
  } catch (error) {
    const type = error instanceof Problem ? error.type : null;
    if (type === 'storage_file_not_found') return 'missing';
    if (type === 'general_resource_locked') return 'used';
    throw error;
  }
}
