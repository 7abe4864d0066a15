import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Actor } from '#domain/account.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import { readCookieSecret, type CookieNaming } from '#server/http/requests/session-cookie.ts';
import { chooseCoding, tagOf, type ContentCoding } from '#server/http/responses/content-coding.ts';
import { holdsTag } from '#server/http/responses/freshness.ts';
import type { Changes } from '#server/library/changes.ts';
import { createAnswerCache, type AnswerCache } from './answer-cache.ts';
import { compress, type FoundAnswer, type CachedAnswer, type SendFound } from './kept-answer.ts';
import { scopesOfChange, type Scope } from './scopes.ts';

/** A longer address is parsed and checked each time. */
const maxLength = 2048;

/**
 * Returns a function for the spelling of a guest's read: the address, and whether a header names the project. Two
 * requests with the same spelling get the same response. Null for anything else, above all for a request with a session.
 */
export function createSpelling(naming: CookieNaming): (request: IncomingMessage) => string | null {
  return ({ method, url = '', headers }) => {
    if ((method !== 'GET' && method !== 'HEAD') || url.length > maxLength) return null;
    if (
      headers['x-appwrite-key'] ||
      headers['x-appwrite-session'] ||
      headers['x-fallback-cookies'] ||
      headers['x-appwrite-jwt']
    )
      return null;
    if (headers.cookie !== undefined && readCookieSecret(headers.cookie, naming) !== null) return null;
    const named = headers['x-appwrite-project'];
    if (named === undefined) return `-${url}`;
    return named === naming.ids.projectId ? `+${url}` : null;
  };
}

/** The source of a response. */
export type Shared = {
  /** The same for all requests with the same response: the parsed and checked content of the request. */
  key: readonly unknown[];
  scopes: readonly Scope[];
  /** False if the response also changes without a change of the library: then it is only shared while it is made. */
  isCacheable?: boolean;
};

/** The needed parts of a checked request; `secret` is that of its session, valid or not. */
type Asked = { c: Context<{ Bindings: Partial<HttpBindings> }>; actor: Actor; secret: object | null };

/** The contract's JSON responses that are the same for all guests. */
export type SharedAnswers = {
  /**
   * Responds with the result of `make`. For a guest it is made once, however many request it at the same time, and cached
   * until a change touches `scopes`; for everybody else, and if `shared` is null, it is made each time.
   */
  answer(request: Asked, shared: Shared | null, make: () => Promise<object> | object): Promise<Response>;
  /**
   * Returns a cached response to exactly this request, with its coding; null if the request must be processed in full.
   */
  peek(request: IncomingMessage): FoundAnswer | null;
  /** Returns the response that is being made for a request with the same spelling; null if there is none. */
  join(request: IncomingMessage): Promise<FoundAnswer> | null;
  readonly size: AnswerCache['size'];
};

/** Enough for every list of a large library in two codings: a list of 40 papers takes 20 kB, and 3 kB compressed. */
const maxBytes = 32 * 1024 * 1024;
const maxAnswers = 4000;
/** Larger responses, such as a list of 5,000 materials, are not requested by pages. */
const maxAnswerBytes = 512 * 1024;
/** A cached list expires after this time even if nothing seems to have changed. */
const maxAgeMs = 60 * 60 * 1000;
/** Below this, a compressed response saves no packet. */
const minCompressedBytes = 1024;
/**
 * The same query has many spellings. Our own pages use one, and each SDK another; further spellings are parsed and
 * checked each time.
 */
const maxSpellings = 4;

export function createSharedAnswers(parts: {
  changes: Pick<Changes, 'listen'>;
  naming: CookieNaming;
  /** Sends on the connection without the web's Response object, which takes a tenth of the time. */
  send?: SendFound;
  now?: () => number;
  limits?: { maxBytes: number; maxAnswers: number; maxAnswerBytes: number };
}): SharedAnswers {
  const { send, limits = { maxBytes, maxAnswers, maxAnswerBytes } } = parts;
  const spellingOf = createSpelling(parts.naming);
  const cache = createAnswerCache({ ...limits, maxAgeMs, now: parts.now ?? Date.now });
  const spellings = createSpellings(limits.maxAnswers * maxSpellings);
  const encode = createEncoder(cache);
  /** The responses that are being made, by the spelling of their request. */
  const underWay = new Map<string, { key: string; making: Promise<CachedAnswer> }>();
  parts.changes.listen((change) => cache.forget(scopesOfChange(change)));

  return {
    peek(request) {
      const spelling = spellingOf(request);
      const key = spelling === null ? undefined : spellings.find(spelling);
      const answer = key === undefined ? null : cache.peek(key);
      if (!answer) return null;
      const coding = codingFor(answer, request.headers['accept-encoding']);
      return coding && !answer.body[coding] ? null : { answer, coding };
    },

    join(request) {
      const spelling = spellingOf(request);
      const found = spelling === null ? undefined : underWay.get(spelling);
      if (!found) return null;
      return found.making.then(async (answer) => {
        const coding = codingFor(answer, request.headers['accept-encoding']);
        await encode(found.key, answer, coding);
        return { answer, coding };
      });
    },

    async answer({ c, actor, secret }, shared, make) {
      // A member may read more; a client with an ended session is also served separately.
      if (!shared || actor.role !== 'visitor' || secret) {
        c.header('Cache-Control', cacheControl.revalidate);
        return c.json(await make());
      }
      const { scopes, isCacheable = true } = shared;
      const key = JSON.stringify(shared.key);
      const { incoming } = c.env ?? {};
      const spelling = incoming ? spellingOf(incoming) : null;
      // Remembered with the second request, so that addresses which are requested once cannot fill the memory.
      if (spelling !== null && cache.peek(key)) spellings.remember(spelling, key);
      const making = cache.get(key, async (note) => {
        for (const scope of scopes) note(scope);
        const made = toAnswer(await make());
        return { answer: made, isCacheable: isCacheable && made.body.identity.length <= limits.maxAnswerBytes };
      });
      if (spelling !== null) underWay.set(spelling, { key, making });
      const answer = await making.finally(() => {
        if (spelling !== null && underWay.get(spelling)?.making === making) underWay.delete(spelling);
      });
      const coding = codingFor(answer, c.req.header('accept-encoding'));
      const body = await encode(key, answer, coding);
      const { outgoing } = c.env ?? {};
      if (send && incoming && outgoing) {
        send(incoming, outgoing, { answer, coding });
        return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
      }
      const etag = tagOf(answer.etag, coding);
      const headers = new Headers({ 'cache-control': cacheControl.sharedAnswer, vary: 'Accept-Encoding', etag });
      if (holdsTag(c.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers });
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
      if (coding) headers.set('content-encoding', coding);
      headers.set('content-length', String(body.length));
      return new Response(body as Uint8Array<ArrayBuffer>, { headers });
    },

    get size() {
      return cache.size;
    },
  };
}

function toAnswer(made: object): CachedAnswer {
  const identity = Buffer.from(JSON.stringify(made));
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { identity, br: null, gzip: null },
    etag: hash('sha256', identity, 'base64url').slice(0, 27),
  };
}

function codingFor({ body }: CachedAnswer, accepted: string | string[] | undefined): ContentCoding | null {
  return body.identity.length < minCompressedBytes ? null : chooseCoding(accepted?.toString());
}

/** Compresses a response when a coding is first requested, once. */
function createEncoder(cache: Pick<AnswerCache, 'reweigh'>) {
  const underWay = new WeakMap<CachedAnswer, Map<ContentCoding, Promise<Uint8Array>>>();
  return async (key: string, answer: CachedAnswer, coding: ContentCoding | null): Promise<Uint8Array> => {
    const { body } = answer;
    if (!coding) return body.identity;
    const known = body[coding];
    if (known) return known;
    const mine = underWay.get(answer) ?? new Map<ContentCoding, Promise<Uint8Array>>();
    underWay.set(answer, mine);
    const begun = mine.get(coding);
    if (begun) return begun;
    const encoding = compress(body.identity, coding, 4);
    mine.set(coding, encoding);
    try {
      body[coding] = await encoding;
      cache.reweigh(key, answer);
    } finally {
      mine.delete(coding);
    }
    return encoding;
  };
}

/** Remembers the spellings of requests for a key, a few for each key. */
function createSpellings(max: number) {
  const countOf = new Map<string, number>();
  const keys = new LRUCache<string, string>({
    max,
    dispose(key) {
      const left = (countOf.get(key) ?? 1) - 1;
      if (left > 0) countOf.set(key, left);
      else countOf.delete(key);
    },
  });
  return {
    find: (spelling: string) => keys.get(spelling),
    remember(spelling: string, key: string): void {
      if (keys.has(spelling) || (countOf.get(key) ?? 0) >= maxSpellings) return;
      countOf.set(key, (countOf.get(key) ?? 0) + 1);
      keys.set(spelling, key);
    },
  };
}
