import { fileRecord } from '#test/support/file-record.ts';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Storage } from '#server/engines/storage/storage.ts';
import { makeBook, makePdf } from '#test/support/documents.ts';
import { makePhotograph } from '#test/support/hostile-files.ts';

/** Stores one file of each kind that worker processes read. */
export async function storeWorkerFiles(storage: Storage) {
  const store = async (id: string, bytes: Buffer, mimeType: string) => {
    await storage.putPart(id, 0, Readable.from([bytes]));
    await storage.joinParts(id, 1);
    return fileRecord(id, bytes, mimeType);
  };
  const drawing = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } }).png();
  return {
    pdf: await store('pdf', Buffer.from(makePdf([['one']])), 'application/pdf'),
    image: await store('image', await drawing.toBuffer(), 'image/png'),
    photograph: await store('photograph', Buffer.from(await makePhotograph('jpeg')), 'image/jpeg'),
    // Large enough for a reading copy, with few objects: qpdf reads each of them with separate calls.
    book: await store('book', Buffer.from(makeBook('flat book', 12, { padBytes: 300_000 })), 'application/pdf'),
  };
}
