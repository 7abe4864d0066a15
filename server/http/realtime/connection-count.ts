import { createRateLimit } from '#server/http/load/rate-limit.ts';
import type { RealtimeLimits } from './limits.ts';

/** Counts the open connections, and how many each address opens in a minute. */
export type ConnectionCount = {
  /** True if one more connection of this address would be too many. Counts as an attempt of the address. */
  isFull(address: string): boolean;
  /** Counts bytes that an address sent in messages. False if it sent too many in this minute. */
  takeBytes(address: string, bytes: number): boolean;
  /** Counts an open connection until the function it returns is called. */
  add(address: string): () => void;
};

/** Starts with no connection. */
export function createConnectionCount(
  limits: Pick<
    RealtimeLimits,
    'connections' | 'connectionsPerAddress' | 'connectsPerMinute' | 'messageBytesPerMinutePerAddress'
  >,
): ConnectionCount {
  const connects = createRateLimit({ limit: limits.connectsPerMinute, windowMs: 60_000, now: Date.now });
  const bytes = createRateLimit({ limit: limits.messageBytesPerMinutePerAddress, windowMs: 60_000, now: Date.now });
  const openOf = new Map<string, number>();
  let open = 0;
  return {
    isFull: (address) =>
      open >= limits.connections ||
      (openOf.get(address) ?? 0) >= limits.connectionsPerAddress ||
      bytes.isUsedUp(address) ||
      connects.take(address).isExceeded,
    takeBytes: (address, count) => !bytes.take(address, count).isExceeded,
    add(address) {
      open += 1;
      openOf.set(address, (openOf.get(address) ?? 0) + 1);
      return () => {
        open -= 1;
        const left = (openOf.get(address) ?? 1) - 1;
        if (left > 0) openOf.set(address, left);
        else openOf.delete(address);
      };
    },
  };
}
