import { photographFileId } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import type { Connection } from './engine.ts';

/**
 * Throws Problem `storage_file_already_exists` if a finished file with this id was deleted: clients that resume a
 * download would join the deleted file's bytes with those of the new one. The ids of photographs (which follow from
 * their bytes) and of staged rows are exempt, because the same bytes may return; `requireSameBytes` checks that. Call
 * this after the new row was written, to see a deletion that is being committed.
 */
export async function requireUnused(transaction: Connection, id: string): Promise<void> {
  const used = await transaction.selectFrom('used_file_ids').select('sha256').where('id', '=', id).executeTakeFirst();
  if (!used || id === photographFileId(used.sha256)) return;
  const staged = await transaction.selectFrom('staged_files').select('id').where('file_id', '=', id).executeTakeFirst();
  if (!staged) throw usedFileId();
}

/** Throws the same Problem as `requireUnused` if the deleted file with this id had other bytes. */
export async function requireSameBytes(transaction: Connection, id: string, sha256: string): Promise<void> {
  const other = await transaction
    .selectFrom('used_file_ids')
    .select('id')
    .where('id', '=', id)
    .where('sha256', '<>', sha256)
    .executeTakeFirst();
  if (other) throw usedFileId();
}

function usedFileId(): Problem {
  return new Problem(
    'storage_file_already_exists',
    'A deleted file had the requested ID, which stays taken. Upload the file under another ID.',
  );
}
