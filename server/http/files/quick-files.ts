import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Changes } from '#server/library/changes.ts';
import type { CookieNaming } from '#server/http/requests/session-cookie.ts';
import { createSpelling } from '#server/http/cache/shared-answers.ts';
import { sendFile, type SentFile } from './send-file.ts';

/** The files that guests are reading now, for the ranges that they request next. */
export type QuickFiles = {
  /**
   * Called before the check of a file's permissions. Returns a function that caches the file sent to a guest, for the
   * next requests of the same address, unless something has changed since.
   */
  begin(): (request: IncomingMessage, file: SentFile) => void;
  /**
   * Sends the cached file of the request, under its id. Null if there is none; else settles when the response is closed,
   * with its status, or with null if nothing of it could be sent.
   */
  send(request: IncomingMessage, response: ServerResponse, nameRequest: () => string): Promise<number | null> | null;
};

type Remembered = { file: SentFile; base: readonly string[] };

/** Most files that are read at the same time on one machine. An entry is some headers. */
const maxFiles = 500;
/** Longest delay until a change by another process is seen; those of this one are seen at once. */
const rememberedMs = 2000;

/**
 * Caches files for their next ranges. A reader requests dozens of ranges of one file within seconds. Its permissions were
 * just checked, and hold until something changes: the rest of the way through the server takes more time than reading 64
 * KB.
 */
export function createQuickFiles(parts: {
  changes: Pick<Changes, 'listen'>;
  naming: CookieNaming;
  /** The headers of every response, and the value of the one that not every response has (base-headers.ts). */
  baseHeaders: readonly (readonly [string, string])[];
  httpsOnly: (request: IncomingMessage) => string | null;
  /** True if it is meant for this server; any other request is processed in full. */
  isKnownHost: (request: IncomingMessage) => boolean;
}): QuickFiles {
  const spellingOf = createSpelling(parts.naming);
  const files = new LRUCache<string, Remembered>({ max: maxFiles, ttl: rememberedMs });
  let changes = 0;
  parts.changes.listen(() => {
    changes += 1;
    files.clear();
  });

  /** Pages of other origins get further headers. */
  const keyOf = (request: IncomingMessage) => (request.headers.origin === undefined ? spellingOf(request) : null);

  /** Returns the headers of every response, except those that the file has its own values for. */
  function baseHeadersBeside(headers: SentFile['headers'] = {}): string[] {
    // `nosniff` is among the headers of every file (send-file.ts).
    const own = new Set(['X-Content-Type-Options', ...Object.keys(headers)].map((name) => name.toLowerCase()));
    return parts.baseHeaders.filter(([name]) => !own.has(name.toLowerCase())).flat();
  }

  return {
    begin() {
      const began = changes;
      return (request, file) => {
        const key = began === changes ? keyOf(request) : null;
        if (key !== null) files.set(key, { file, base: baseHeadersBeside(file.headers) });
      };
    },

    send(request, response, nameRequest) {
      const key = files.size > 0 ? keyOf(request) : null;
      const found = key === null ? undefined : files.get(key);
      if (key === null || !found || !parts.isKnownHost(request)) return null;
      const more = [...found.base, 'X-Request-Id', nameRequest()];
      const strict = parts.httpsOnly(request);
      if (strict !== null) more.push('Strict-Transport-Security', strict);
      return sendFile(request, response, found.file, more).then(
        () => response.statusCode,
        () => {
          files.delete(key);
          if (!response.headersSent) return null;
          response.destroy();
          return response.statusCode;
        },
      );
    },
  };
}
