import type { FileRecord } from '#server/engines/database/database.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openPostgresTexts } from '#server/engines/text-store/postgres/postgres-texts.ts';
import { openTextShelf, wordsEngine } from './text-shelf.ts';

/**
 * A node that extracts the text of files in a folder into a PostgreSQL database, until it is killed: `node
 * read-texts-as-node.ts FOLDER DATABASE_URL CLAIM_MS PAGES`. It recognises this many pages, then sends 'in hand' and
 * never finishes the next one. It receives the records of the files over IPC.
 */
const [folder = '', url = '', claimMs = '', pages = ''] = process.argv.slice(2);
let left = Number(pages);

process.once('message', (records: FileRecord[]) => {
  void read(records);
});
process.send?.('ready');

async function read(records: readonly FileRecord[]): Promise<void> {
  const address = readPostgresAddress(url);
  if (!address) throw new Error('no address');
  const words = wordsEngine();
  const shelf = await openTextShelf({
    folder,
    shared: { texts: openPostgresTexts({ address, claimMs: Number(claimMs) }), node: 'killed' },
    engine: wordsEngine(async (...given) => {
      left -= 1;
      if (left >= 0) return words.recognise(...given);
      process.send?.('in hand');
      return new Promise(() => undefined);
    }),
  });
  for (const record of records) shelf.records.set(record.id, record);
  await shelf.service.catchUp();
}
