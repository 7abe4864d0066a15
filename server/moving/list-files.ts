import { movedTables } from '#server/database/transfer/moved-tables.ts';
import type { RecordsTransfer, Row } from '#server/database/transfer/transfer.ts';
import type { MovedFile } from './copy-files.ts';

/** The finished files of a library, in the order in which they began. */
export async function* listFinished(records: RecordsTransfer): AsyncGenerator<MovedFile> {
  for await (const row of rowsOf(records, 'files', ['id', 'name', 'sha256', 'size_bytes', 'is_finished'])) {
    const [id, name, sha256, sizeBytes, isFinished] = row;
    if (isFinished) yield { id: String(id), name: String(name), sha256: String(sha256), sizeBytes: Number(sizeBytes) };
  }
}

/** The parts that are held of uploads that have not ended. */
export async function* listChunks(records: RecordsTransfer): AsyncGenerator<{ fileId: string; index: number }> {
  for await (const [fileId, index] of rowsOf(records, 'file_chunks', ['file_id', 'position']))
    yield { fileId: String(fileId), index: Number(index) };
}

async function* rowsOf(records: RecordsTransfer, name: string, columns: readonly string[]): AsyncGenerator<Row> {
  const table = movedTables.find((each) => each.name === name);
  if (!table) throw new Error(`there is no table ${name}`);
  for await (const batch of records.rows(table, columns)) yield* batch;
}
