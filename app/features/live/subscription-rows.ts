import type { SubscriptionRow } from '#contract/appwrite/realtime-messages.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { equal } from '#contract/query.ts';
import type { LiveList } from './live-lists.ts';

/** Returns the subscriptions that report every change that may affect the lists. */
export function subscriptionRows(lists: Iterable<LiveList>, databaseId: string): SubscriptionRow[] {
  return [...lists]
    .flatMap((list) => rowsOfList(list, databaseId))
    .map((row, index) => ({ subscriptionId: `list-${index}`, ...row }));
}

function rowsOfList({ kinds, place }: LiveList, databaseId: string): Omit<SubscriptionRow, 'subscriptionId'>[] {
  const channels = kinds.map((kind) => `databases.${databaseId}.collections.${collectionOfKind[kind]}.documents`);
  const queries = Object.entries(place ?? {}).map(([name, value]) => JSON.stringify(equal(name, value)));
  if (!place?.subject) return [{ channels, queries }];
  // An edit may move a material to another subject, which the queries would exclude, so edits are received unfiltered.
  return [
    { channels, queries },
    { channels: channels.map((channel) => `${channel}.update`), queries: [] },
  ];
}
