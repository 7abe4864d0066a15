import { isRowChannel } from '#contract/appwrite/realtime-names.ts';
import { parseRealtimeQueries, passesFilters } from '#contract/appwrite/realtime-queries.ts';
import type { Filter } from '#contract/query.ts';

/** The events that one connection asks for. */
export type Subscriptions = {
  /**
   * Adds the rows, each in place of the one of its id. All or none: throws Problem `general_query_invalid` for a query
   * that realtime does not know, `TooManySubscriptions` beyond the limits.
   */
  put(rows: readonly { id: string; channels: readonly string[]; queries: readonly string[] }[]): void;
  /** False if there was none with that id. */
  remove(id: string): boolean;
  /** The ids of those that match an event, by whether they name documents or only rows. */
  match(event: { channels: ReadonlySet<string>; payload: Readonly<Record<string, unknown>> }): Matches;
};

export type Matches = { documents: string[]; rows: string[] };

export class TooManySubscriptions extends Error {}

type Held = { channels: readonly string[]; filters: readonly Filter[] };

/** Keeps the subscriptions of one connection, in memory only. */
export function createSubscriptions(limits: { subscriptions: number; channels: number }): Subscriptions {
  let held = new Map<string, Held>();

  return {
    put(rows) {
      const next = new Map(held);
      for (const { id, channels, queries } of rows)
        next.set(id, { channels: [...new Set(channels)], filters: parseRealtimeQueries(queries) });
      const channelCount = [...next.values()].reduce((sum, { channels }) => sum + channels.length, 0);
      if (next.size > limits.subscriptions || channelCount > limits.channels)
        throw new TooManySubscriptions(
          `A connection may have at most ${limits.subscriptions} subscriptions and ${limits.channels} channels in total.`,
        );
      held = next;
    },
    remove: (id) => held.delete(id),
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
