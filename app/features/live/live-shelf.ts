import type { QueryClient } from '@tanstack/react-query';
import { api, type ContractIds } from '#contract/addresses.ts';
import { collectionOfKind, kindOfCollection } from '#contract/collections.ts';
import { equal } from '#contract/query.ts';
import type { SubscriptionRow } from '#contract/appwrite/realtime-messages.ts';
import type { MaterialList } from '#contract/shelf.ts';
import type { MaterialKind } from '#domain/material.ts';
import { isOwnChangeRunning } from '#app/features/materials/own-change.ts';
import { holdPositionFor } from '#app/features/materials/hold-position.ts';
import { createLiveConnection } from './live-connection.ts';
import { holdScrollPosition } from './hold-scroll-position.ts';
import { watchPresence } from './watch-presence.ts';

/** What is on screen and follows the shelf: a list, or the counts of a faculty. */
export type LiveList = {
  kinds: readonly MaterialKind[];
  /** Where they are filed, when it shows those of one subject or one faculty. */
  place: { facultyId: string; semesterId?: string; subject?: string } | null;
  /** How the keys of its queries begin. */
  queryKey: readonly string[];
};

/** Many changes at once, twenty papers uploaded in a row say, are one refreshing. */
const gatherMs = 300;
/** Going from list to list keeps the connection; so long without one ends it. */
const idleMs = 30_000;

/**
 * Keeps the lists on screen as the shelf is: listens to what may touch them, and has them asked anew, silently, when
 * something does or when something was missed. One for the life of the page.
 */
export function createLiveShelf(queryClient: QueryClient, ids: ContractIds, revisionAtStart: string) {
  const lists = new Set<LiveList>();
  let revision: string | undefined = revisionAtStart;
  let isPresent = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let idling: ReturnType<typeof setTimeout> | undefined;
  let following: ReturnType<typeof setTimeout> | undefined;
  const stale = new Set<string>();
  /** The latest refresh of each query, by hash, as long as it runs: what it brings must not move the list. */
  const refreshing = new Map<string, symbol>();

  // Called as soon as the data is in the cache, so before React shows it.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !refreshing.has(event.query.queryHash)) return;
    holdPositionFor(event.query.state.data as MaterialList, holdScrollPosition);
  });

  const connection = createLiveConnection({
    openSocket: () =>
      new WebSocket(`${location.origin.replace('http', 'ws')}${api.realtime()}?project=${ids.projectId}`),
    onEvent({ payload }) {
      const kind = kindOfCollection(String(payload['$collectionId']));
      for (const list of lists)
        if (kind && list.kinds.includes(kind) && concerns(list, payload)) stale.add(JSON.stringify(list.queryKey));
      if (stale.size > 0) refreshSoon();
    },
    onSubscribed(now) {
      if (now === revision) return;
      revision = now;
      for (const { queryKey } of lists) stale.add(JSON.stringify(queryKey));
      refreshSoon();
    },
  });

  /** True for what stands in the list's place, and for what the list still shows though it stands elsewhere now. */
  function concerns({ place, queryKey }: LiveList, payload: Record<string, unknown>): boolean {
    if (!place) return true;
    if (Object.entries(place).every(([name, value]) => payload[name] === value)) return true;
    return queryClient
      .getQueriesData<Partial<MaterialList>>({ queryKey })
      .some(([, list]) => list?.materials?.some(({ id }) => id === payload['$id']));
  }

  async function refresh(queryKey: string[]): Promise<void> {
    // A row that the person has just deleted or moved may close the list up.
    const hashes = isOwnChangeRunning(queryClient)
      ? []
      : queryClient
          .getQueryCache()
          .findAll({ queryKey })
          .map(({ queryHash }) => queryHash);
    const refreshId = Symbol('refresh');
    for (const hash of hashes) refreshing.set(hash, refreshId);
    await queryClient.invalidateQueries({ queryKey });
    // A newer refresh cancels this one and still needs its entry.
    for (const hash of hashes) if (refreshing.get(hash) === refreshId) refreshing.delete(hash);
  }

  function refreshSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const keys = [...stale.add('["counts"]')].map((key) => JSON.parse(key) as string[]);
      stale.clear();
      for (const key of keys) void refresh(key);
    }, gatherMs);
  }

  function toRows(): SubscriptionRow[] {
    const rows = [...lists].flatMap(({ kinds, place }) => {
      const channels = kinds.map(
        (kind) => `databases.${ids.databaseId}.collections.${collectionOfKind[kind]}.documents`,
      );
      const queries = Object.entries(place ?? {}).map(([name, value]) => JSON.stringify(equal(name, value)));
      if (!place?.subject) return [{ channels, queries }];
      // Edits are heard wherever they lead: what goes to another subject leaves this one.
      return [
        { channels, queries },
        { channels: channels.map((channel) => `${channel}.update`), queries: [] },
      ];
    });
    return rows.map((row, index) => ({ subscriptionId: `list-${index}`, ...row }));
  }

  /** From page to page one list goes and the next one comes in the same moment. */
  function followSoon(): void {
    following ??= setTimeout(() => {
      following = undefined;
      clearTimeout(idling);
      connection.subscribe(toRows());
      if (!isPresent) return;
      if (lists.size > 0) connection.open();
      else idling = setTimeout(() => connection.close(), idleMs);
    });
  }

  watchPresence(window, (isThere) => {
    isPresent = isThere;
    if (isPresent) followSoon();
    else connection.close();
  });

  return {
    /** Keeps the list up to date until the answer is called. */
    watch(list: LiveList): () => void {
      lists.add(list);
      followSoon();
      return () => {
        lists.delete(list);
        followSoon();
      };
    },
  };
}
