import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import type { FileRecord } from '#server/engines/database/database.ts';
import { createReadingService } from '#server/library/reading-copies/reading-service.ts';
import type { Storage } from '#server/engines/storage/storage.ts';
import { listFinishedOf } from '#test/support/list-finished.ts';
import { allOf } from '#test/support/all-of.ts';
import type { Deed } from './fail-calls.ts';

/** Makes a reading copy, each time with a new service. `close` closes those that are still open. */
export function copyDeed(storage: Storage, folder: string, book: FileRecord): { deed: Deed; close(): Promise<void> } {
  const log = pino({ level: 'silent' });
  const copies = new Map<string, ReturnType<typeof createReadingService>>();
  const deed: Deed = {
    name: 'make a reading copy',
    async prepare(id) {
      const database = { files: { listFinished: listFinishedOf(() => [book]) } };
      copies.set(id, createReadingService({ storage, directory: path.join(folder, id), log, database }));
    },
    async act(id) {
      const service = copies.get(id);
      assert.ok(service);
      await service.catchUp();
      // `find` is called only when there is a note, because otherwise it starts the work again.
      if (!(await allOf(service.digests('here'))).includes(book.sha256))
        return { isDone: false, type: 'general_service_unavailable', text: 'nothing is noted' };
      const found = await service.find(book);
      if (typeof found === 'object') return { isDone: true };
      return { isDone: false, type: `remembered as ${found}`, text: '' };
    },
    async verify(id) {
      const found = await copies.get(id)?.find(book);
      assert.equal(typeof found, 'object', 'there is no copy');
    },
    isDoneAlready: () => false,
    async tidy(id) {
      await copies.get(id)?.close();
      copies.delete(id);
      await rm(path.join(folder, id), { recursive: true, force: true });
    },
  };

  return {
    deed,
    async close() {
      await Promise.all([...copies.values()].map((service) => service.close()));
    },
  };
}
