import type { QueryClient } from '@tanstack/react-query';
import { holdPositionFor, type HoldPosition } from '#app/features/materials/hold-position.ts';
import { isOwnChangeRunning } from '#app/features/materials/own-change.ts';
import { api, type ContractIds } from '#contract/addresses.ts';
import type { ChangedPlace, SubscriptionRow } from '#contract/appwrite/realtime-messages.ts';
import { kindOfCollection, collectionOfKind } from '#contract/collections.ts';
import { equal } from '#contract/query.ts';
import { revisionMetric, type MaterialList } from '#contract/shelf.ts';
import { createLiveConnection } from './live-connection.ts';
import type { LiveList } from './live-lists.ts';

/** Time for which a page may be hidden before its connection is closed. */
const hiddenMs = 60_000;

/** The parts of a window that show whether the page may be in use. */
export type PresenceWindow = Pick<Window, 'addEventListener'> & {
  document: Pick<Document, 'addEventListener' | 'visibilityState'>;
};

/**
 * Reports whether the page may be in use: immediately and after every change. It is not in use when it was hidden for a
 * minute, is offline, or was put into the back/forward cache (which an open connection would prevent). Firefox 153
 * decides before `beforeunload` if it caches a page, so it never caches a page with a connection.
 */
export function watchPresence(page: PresenceWindow, report: (isPresent: boolean) => void): void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(hiding);
    if (page.document.visibilityState === 'visible') report(true);
    else hiding = setTimeout(() => report(false), hiddenMs);
  };
  const leave = () => {
    clearTimeout(hiding);
    report(false);
  };
  page.document.addEventListener('visibilitychange', update);
  page.addEventListener('pageshow', update);
  page.addEventListener('online', update);
  page.addEventListener('pagehide', leave);
  page.addEventListener('offline', leave);
  update();
}

/** Changes within this time, such as twenty papers uploaded in a row, cause one refresh. */
const gatherMs = 300;

/** Loads lists again without showing a loading state; the rows in view stay in their position. */
function createListRefresh(queryClient: QueryClient) {
  const stale = new Set<string>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** The id of the latest refresh of each query that is being refreshed, by query hash. */
  const refreshing = new Map<string, symbol>();

  /** Loaded with the first change, because most visits see none; null until then, and if it can't be loaded. */
  let hold: HoldPosition | null = null;
  // Called as soon as the data is in the cache, before React shows it.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !refreshing.has(event.query.queryHash)) return;
    if (hold) holdPositionFor(event.query.state.data as MaterialList, hold);
  });

  async function refresh(queryKey: string[]): Promise<void> {
    // After the user's own deletion or move the list may close the gap.
    const hashes = isOwnChangeRunning(queryClient)
      ? []
      : queryClient
          .getQueryCache()
          .findAll({ queryKey })
          .map(({ queryHash }) => queryHash);
    const refreshId = Symbol('refresh');
    for (const hash of hashes) refreshing.set(hash, refreshId);
    if (hashes.length > 0)
      hold ??= await import('./hold-scroll-position.ts').then(
        (code) => code.holdScrollPosition,
        () => null,
      );
    await queryClient.invalidateQueries({ queryKey });
    // A newer refresh cancels this one and still needs its entry.
    for (const hash of hashes) if (refreshing.get(hash) === refreshId) refreshing.delete(hash);
  }

  return {
    /** Schedules a refresh of the queries whose keys begin with one of these keys, and of every count. */
    refreshSoon(queryKeys: readonly (readonly string[])[]): void {
      for (const key of queryKeys) stale.add(JSON.stringify(key));
      gathering ??= setTimeout(() => {
        gathering = undefined;
        const keys = [...stale.add('["counts"]')].map((key) => JSON.parse(key) as string[]);
        stale.clear();
        for (const key of keys) void refresh(key);
      }, gatherMs);
    },
  };
}

/** Time without a list on screen after which the connection closes. Long enough to survive a change of page. */
const idleMs = 30_000;

/**
 * Updates the lists on screen: subscribes to the changes that may affect them, and reloads them when a change is
 * reported or may have been missed. Each page has one live shelf.
 */
export function createLiveShelf(queryClient: QueryClient, ids: ContractIds) {
  const lists = new Set<LiveList>();
  const { refreshSoon } = createListRefresh(queryClient);
  let revision = readPageRevision();
  let isPresent = false;
  let idling: ReturnType<typeof setTimeout> | undefined;
  let following: ReturnType<typeof setTimeout> | undefined;

  const connection = createLiveConnection({
    openSocket: () =>
      new WebSocket(`${location.origin.replace('http', 'ws')}${api.realtime()}?project=${ids.projectId}`),
    onEvent({ payload }) {
      const affected = [...lists].filter((list) => isAffected(queryClient, list, payload));
      if (affected.length > 0) refreshSoon(affected.map(({ queryKey }) => queryKey));
    },
    onChanges(places) {
      const affected = [...lists].filter((list) => places.some((place) => isOfList(list, place)));
      if (affected.length > 0) refreshSoon(affected.map(({ queryKey }) => queryKey));
    },
    onSubscribed(now) {
      if (now === revision) return;
      revision = now;
      refreshSoon([...lists].map(({ queryKey }) => queryKey));
    },
  });

  /** Deferred, because a page change removes one list and adds the next at the same moment. */
  function followSoon(): void {
    following ??= setTimeout(() => {
      following = undefined;
      clearTimeout(idling);
      connection.subscribe(subscriptionRows(lists, ids.databaseId));
      if (!isPresent) return;
      if (lists.size > 0) connection.open();
      else idling = setTimeout(() => connection.close(), idleMs);
    });
  }

  watchPresence(window, (isPresentNow) => {
    isPresent = isPresentNow;
    if (isPresent) followSoon();
    else connection.close();
  });

  return {
    /** Updates the list until the returned function is called. */
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

/** True if the list may contain materials of that place. */
function isOfList({ kinds, place }: LiveList, { kind, ...changed }: ChangedPlace): boolean {
  if (!kinds.includes(kind)) return false;
  const known: Readonly<Record<string, string>> = changed;
  return Object.entries(place ?? {}).every(([name, value]) => (known[name] ?? value) === value);
}

/** True if a changed material belongs in the list, or is still shown there although it now belongs elsewhere. */
function isAffected(queryClient: QueryClient, list: LiveList, payload: Record<string, unknown>): boolean {
  const { kinds, place, queryKey } = list;
  const kind = kindOfCollection(String(payload['$collectionId']));
  if (!kind || !kinds.includes(kind)) return false;
  if (!place) return true;
  if (Object.entries(place).every(([name, value]) => payload[name] === value)) return true;
  return queryClient
    .getQueriesData<Partial<MaterialList>>({ queryKey })
    .some(([, data]) => data?.materials?.some(({ id }) => id === payload['$id']));
}

/**
 * Returns the state of the library that the page showed when it was opened, from the header of its response. Undefined
 * if the browser does not expose the header; then missed changes can't be detected.
 */
function readPageRevision(): string | undefined {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return opening?.serverTiming?.find(({ name }) => name === revisionMetric)?.description;
}

/** Returns the subscriptions that report every change that may affect the lists. */
function subscriptionRows(lists: Iterable<LiveList>, databaseId: string): SubscriptionRow[] {
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
