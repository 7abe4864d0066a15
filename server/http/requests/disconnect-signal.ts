import type { ContractContext } from './request-context.ts';

/** Returns a signal that is aborted when the connection closes before the response was sent. */
export function disconnectSignal(c: ContractContext): AbortSignal {
  const left = new AbortController();
  const outgoing = c.env?.outgoing;
  if (outgoing?.destroyed) left.abort();
  outgoing?.once('close', () => left.abort());
  return left.signal;
}
