import { photographFileId } from '#contract/photographs.ts';
import { Problem } from '#contract/problems.ts';
import type { Connection } from './engine.ts';

/**
 * Throws Problem `storage_file_already_exists` if a finished file with this id was deleted: clients that resume a
 * download would join its bytes with those of the new file. Exempt are ids to which the same bytes are expected to
 * return, which `requireSameBytes` checks: that of a photograph, which follows from its bytes, and that of a staged
 * row. Called after the new row was written, so that a deletion that is being committed is seen.
 */
export async function requireUnused(transaction: Connection, id: string): Promise<void> {
  const used = await transaction.selectFrom('used_file_ids').select('sha256').where('id', '=', id).executeTakeFirst();
  if (!used || id === photographFileId(used.sha256)) return;
  const staged = await transaction.selectFrom('staged_files').select('id').where('file_id', '=', id).executeTakeFirst();
  if (!staged) throw usedFileId();
}

/** Throws the same Problem if the deleted file with this id had other bytes. */
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
