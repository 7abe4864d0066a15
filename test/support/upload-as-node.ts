import { Readable } from 'node:stream';
import { pino } from 'pino';
import { publicPermissions } from '#contract/permissions.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges } from '#server/library/changes.ts';
import { createFileService } from '#server/library/files/create-file-service.ts';
import type { IncomingChunk } from '#server/library/files/incoming-chunk.ts';
import { openNodeEngines } from './node-engines.ts';

/**
 * A node that receives a chunk of a file over IPC, sends 'joined' when it has joined the file, and then stops working:
 * `node upload-as-node.ts DATABASE_URL STORAGE_URL HOLD_MS`.
 */
const [databaseUrl = '', storageUrl = '', holdMs = ''] = process.argv.slice(2);
const { database, storage } = await openNodeEngines({ databaseUrl, storageUrl, holdMs: Number(holdMs) });
const log = pino({ level: 'silent' });
const files = createFileService({
  database,
  storage: {
    ...storage,
    async joinParts(...given) {
      await storage.joinParts(...given);
      process.send?.('joined');
      return new Promise(() => undefined);
    },
  },
  inspect: async () => ({ state: 'unknown' }),
  changes: createChanges(() => undefined),
  trail: createTrail({ database, log, now: Date.now }),
  maxUploadBytes: 200 * 1024 * 1024,
  room: { hold: async () => () => undefined },
  log,
});

type Sent = Pick<IncomingChunk, 'fileId' | 'name' | 'range'> & { base64: string };
process.once('message', ({ base64, ...chunk }: Sent) => {
  void files.receive(
    { role: 'administrator', userId: 'admin', sessionId: 's1' },
    {
      ...chunk,
      isContinuation: true,
      bytes: Readable.from([Buffer.from(base64, 'base64')]),
      attributes: async () => ({ folder: '', permissions: publicPermissions }),
    },
  );
});
process.send?.('ready');
