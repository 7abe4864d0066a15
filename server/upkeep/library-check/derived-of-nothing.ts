import path from 'node:path';
import { rowsAtOnce, type RecordView } from '#server/engines/database/record-view.ts';
import { namesIn } from './find-bytes.ts';
import { inBatches } from '#server/machinery/queues/in-batches.ts';

const derivedFolders = ['pictures', 'reading'];

/**
 * Yields the folders of pictures and reading copies, within `dataDir`, that belong to deleted files. Each is named by a
 * file's id or by the digest of its bytes.
 */
export async function* findDerivedOfNothing(
  dataDir: string,
  records: Pick<RecordView, 'findNamesOfFiles'>,
): AsyncGenerator<string> {
  for (const folder of derivedFolders) {
    for await (const names of inBatches(namesIn(path.join(dataDir, folder)), rowsAtOnce)) {
      const derived = names.filter((name) => !name.startsWith('.'));
      const known = await records.findNamesOfFiles(derived);
      for (const name of derived) if (!known.has(name)) yield path.join(folder, name);
    }
  }
}
