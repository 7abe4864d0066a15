import { Readable } from 'node:stream';
import type { ContractContext } from './request-context.ts';

/**
 * The body of a request as it comes in: the raw connection where there is one, the fastest way for the bytes, which
 * feels back pressure. Never to be destroyed by who reads it: the answer goes out on the same connection.
 */
export function bodyOf(c: ContractContext): Readable {
  if (c.env?.incoming) return c.env.incoming;
  return c.req.raw.body
    ? Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
}
