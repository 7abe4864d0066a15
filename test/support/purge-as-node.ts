import { pino } from 'pino';
import { createTrail } from '#server/accounts/trail.ts';
import { createChanges } from '#server/changes.ts';
import { createMaterialRemoval } from '#server/materials/material-removal.ts';
import { openNodeEngines } from './node-engines.ts';

/**
 * A node that deletes the withdrawn material ID for good, says 'purging' once it has removed the records and is about to
 * remove the bytes, and does not go on: `node purge-as-node.ts DATABASE_URL STORAGE_URL HOLD_MS ID`.
 */
const [databaseUrl = '', storageUrl = '', holdMs = '', id = ''] = process.argv.slice(2);
const { database, storage } = await openNodeEngines({ databaseUrl, storageUrl, holdMs: Number(holdMs) });
const removal = createMaterialRemoval({
  database,
  storage: {
    ...storage,
    async remove() {
      process.send?.('purging');
      return new Promise(() => undefined);
    },
  },
  catalogue: { faculties: [] },
  changes: createChanges(() => undefined),
  trail: createTrail({ database, log: pino({ level: 'silent' }), now: Date.now }),
});
await removal.purge({ role: 'administrator', userId: 'admin', sessionId: 's1' }, id);
