import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/changes.ts';
import { createSpelling } from '#server/http/kept/spelling.ts';
import { sendFile, type SentFile } from './send-file.ts';

/** The files that guests are reading now, for the ranges that they request next. */
export type QuickFiles = {
  /**
   * Called before it is checked who may read a file. Returns the function that remembers what is sent to a guest, for the
   * next requests of the same address, unless something has changed since.
   */
  begin(): (request: IncomingMessage, file: SentFile) => void;
  /** Sends what is remembered for the request; calls `otherwise` if that is nothing, or if it cannot be sent. */
  send(request: IncomingMessage, response: ServerResponse, otherwise: () => void): void;
};

/** More are not read at the same time on one machine. An entry is some headers. */
const maxFiles = 500;
/** Changes by another process are seen after this time at the latest; those of this one at once. */
const rememberedMs = 2000;

/**
 * A reader requests dozens of ranges of one file within seconds. Who may read it was just checked, and holds until
 * something changes: the rest of the way through the server takes more time than reading 64 KB.
 */
export function createQuickFiles(parts: { changes: Pick<Changes, 'listen'>; projectId: string }): QuickFiles {
  const spellingOf = createSpelling(parts.projectId);
  const files = new LRUCache<string, SentFile>({ max: maxFiles, ttl: rememberedMs });
  let changes = 0;
  parts.changes.listen(() => {
    changes += 1;
    files.clear();
  });

  /** Pages of other origins get further headers. */
  const keyOf = (request: IncomingMessage) => (request.headers.origin === undefined ? spellingOf(request) : null);

  return {
    begin() {
      const began = changes;
      return (request, file) => {
        const key = began === changes ? keyOf(request) : null;
        if (key !== null) files.set(key, file);
      };
    },

    send(request, response, otherwise) {
      const key = files.size > 0 ? keyOf(request) : null;
      const file = key === null ? undefined : files.get(key);
      if (key === null || !file) {
        otherwise();
        return;
      }
      sendFile(request, response, file).catch(() => {
        files.delete(key);
        if (response.headersSent) response.destroy();
        else otherwise();
      });
    },
  };
}
