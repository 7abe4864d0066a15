import { isRowChannel } from '#contract/appwrite/realtime-names.ts';
import { parseRealtimeQueries, passesFilters } from '#contract/appwrite/realtime-queries.ts';
import type { Filter } from '#contract/query.ts';

/** The subscriptions of one connection. */
export type Subscriptions = {
  /**
   * Adds the rows; each replaces the one with its id. Adds all rows or none: throws Problem `general_query_invalid` for
   * a query that realtime does not support, `TooManySubscriptions` beyond the limits, or if `makeRoom` refuses the
   * additional bytes.
   */
  put(rows: readonly { id: string; channels: readonly string[]; queries: readonly string[] }[]): void;
  /** Returns the approximate memory of the subscriptions in bytes. */
  bytes(): number;
  /** Removes a subscription. Returns false if there is none with that id. */
  remove(id: string): boolean;
  /** Returns the ids of the subscriptions that match an event, grouped by whether they name documents or only rows. */
  match(event: { channels: ReadonlySet<string>; payload: Readonly<Record<string, unknown>> }): Matches;
};

export type Matches = { documents: string[]; rows: string[] };

export class TooManySubscriptions extends Error {}

type Held = { channels: readonly string[]; filters: readonly Filter[]; bytes: number };

/** Approximate bytes of a subscription besides its texts, of a text besides its characters, and of a character. */
const subscriptionBytes = 200;
const textBytes = 24;
const characterBytes = 2;

/** Stores the subscriptions of one connection, in memory only. */
export function createSubscriptions(
  limits: { subscriptions: number; channels: number },
  makeRoom: (bytes: number) => boolean = () => true,
): Subscriptions {
  let held = new Map<string, Held>();
  let heldBytes = 0;

  return {
    put(rows) {
      const next = new Map(held);
      for (const { id, channels, queries } of rows)
        next.set(id, {
          channels: [...new Set(channels)],
          filters: parseRealtimeQueries(queries),
          bytes: [id, ...channels, ...queries].reduce(
            (sum, { length }) => sum + textBytes + characterBytes * length,
            subscriptionBytes,
          ),
        });
      const all = [...next.values()];
      const channelCount = all.reduce((sum, { channels }) => sum + channels.length, 0);
      if (next.size > limits.subscriptions || channelCount > limits.channels)
        throw new TooManySubscriptions(
          `A connection may have at most ${limits.subscriptions} subscriptions and ${limits.channels} channels in total.`,
        );
      const nextBytes = all.reduce((sum, { bytes }) => sum + bytes, 0);
      if (!makeRoom(nextBytes - heldBytes))
        throw new TooManySubscriptions('There are too many subscriptions from your network. Please try again later.');
      held = next;
      heldBytes = nextBytes;
    },
    bytes: () => heldBytes,
    remove(id) {
      heldBytes -= held.get(id)?.bytes ?? 0;
      return held.delete(id);
    },
    match({ channels, payload }) {
      const matches: Matches = { documents: [], rows: [] };
      for (const [id, subscription] of held) {
        const named = subscription.channels.filter((channel) => channels.has(channel));
        if (named.length === 0 || !passesFilters(subscription.filters, payload)) continue;
        (named.every(isRowChannel) ? matches.rows : matches.documents).push(id);
      }
      return matches;
    },
  };
}
