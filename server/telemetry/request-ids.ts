import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The id of the request that is being answered, for the lines of the log. */
export const requestIds = new AsyncLocalStorage<string>();

const wellFormed = /^[\w.-]{8,64}$/;

/** The id that a trusted proxy gave the request, else a new one. */
export function requestIdOf(sent: string | string[] | undefined, isFromProxy: boolean): string {
  return isFromProxy && typeof sent === 'string' && wellFormed.test(sent) ? sent : randomBytes(9).toString('base64url');
}
