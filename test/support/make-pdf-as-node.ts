import type { PhotographRequest } from '#server/library/photographs/photograph-service.ts';
import { openPhotographNode } from './photograph-node.ts';

/**
 * A node that receives a request for a PDF of photographs over IPC, starts it, sends 'making' when it has made the
 * first page, and then stops working: `node make-pdf-as-node.ts DATABASE_URL FILES HOLD_MS`.
 */
const [databaseUrl = '', files = '', holdMs = ''] = process.argv.slice(2);
let pages = 0;
const node = await openPhotographNode({ databaseUrl, files, holdMs: Number(holdMs) }, (maker) => ({
  async make(...given) {
    pages += 1;
    if (pages === 1) return maker.make(...given);
    process.send?.('making');
    return new Promise(() => undefined);
  },
}));
process.once(
  'message',
  (request: PhotographRequest) =>
    void node.photographs.begin({ role: 'administrator', userId: 'admin', sessionId: 's1' }, request),
);
process.send?.('ready');
