import { isRowChannel } from '#contract/appwrite/realtime-names.ts';
import { parseRealtimeQueries, passesFilters } from '#contract/appwrite/realtime-queries.ts';
import type { Filter } from '#contract/query.ts';

/** What one connection wants to hear. */
export type Subscriptions = {
  /**
   * Adds the rows, each in place of the one of its id. All or none: throws Problem `general_query_invalid` for a query
   * that realtime does not know, `TooManySubscriptions` beyond the limits.
   */
  put(rows: readonly { id: string; channels: readonly string[]; queries: readonly string[] }[]): void;
  /** Whether there was one of that id. */
  remove(id: string): boolean;
  /** The ids of those that hear an event, by whether they hear of documents or only of rows. */
  match(event: { channels: ReadonlySet<string>; payload: Readonly<Record<string, unknown>> }): Heard;
};

export type Heard = { documents: string[]; rows: string[] };

export class TooManySubscriptions extends Error {}

type Held = { channels: readonly string[]; filters: readonly Filter[] };

/** Keeps the subscriptions of one connection; nothing outlives it. */
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
      const heard: Heard = { documents: [], rows: [] };
      for (const [id, subscription] of held) {
        const named = subscription.channels.filter((channel) => channels.has(channel));
        if (named.length === 0 || !passesFilters(subscription.filters, payload)) continue;
        (named.every(isRowChannel) ? heard.rows : heard.documents).push(id);
      }
      return heard;
    },
  };
}
