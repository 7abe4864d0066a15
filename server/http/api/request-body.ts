import { Readable } from 'node:stream';
import type { ContractContext } from './request-context.ts';

/**
 * The body of a request as it arrives: the raw connection where there is one, which is fastest and has back pressure.
 * Must not be destroyed by its reader: the answer is sent on the same connection.
 */
export function bodyOf(c: ContractContext): Readable {
  if (c.env?.incoming) return c.env.incoming;
  return c.req.raw.body
    ? Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
}
