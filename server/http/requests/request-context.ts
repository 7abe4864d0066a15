import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** The bindings that Hono passes to handlers; the raw connection is missing when a test calls `app.request`. */
export type ContractEnv = { Bindings: Partial<HttpBindings> };

export type ContractContext = Context<ContractEnv>;

/** Returns a signal that is aborted if the connection closes before the response is sent. */
export function disconnectSignal(c: ContractContext): AbortSignal {
  const left = new AbortController();
  const outgoing = c.env?.outgoing;
  if (outgoing?.destroyed) left.abort();
  outgoing?.once('close', () => left.abort());
  return left.signal;
}
