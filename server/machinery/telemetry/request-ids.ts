import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The id of the current request, for the lines of the log. */
export const requestIds = new AsyncLocalStorage<string>();

const wellFormed = /^[\w.-]{8,64}$/;

const idBytes = 9;
/**
 * Number of ids whose random bytes are generated together: one by one, they would take a tenth of the time of a cached
 * response.
 */
const idsTogether = 256;
let pool = Buffer.alloc(0);
let used = 0;

function newId(): string {
  if (used === pool.length) {
    pool = randomBytes(idBytes * idsTogether);
    used = 0;
  }
  used += idBytes;
  return pool.toString('base64url', used - idBytes, used);
}

/** Returns the id that a trusted proxy gave the request, or else a new one. */
export function requestIdOf(sent: string | string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === 'string' && wellFormed.test(sent) ? sent : newId();
}
