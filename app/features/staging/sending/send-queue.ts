import { createStore, type Store } from '#app/features/staging/store.ts';

/** A file that shall be sent. */
export type SendItem = {
  /** The id of its row. */
  id: string;
  sizeBytes: number;
  /** Sends the whole file, or what the library does not have of it. Rejects with an `AbortError` when aborted. */
  send(progress: { signal: AbortSignal; isResumed: boolean; onSent: (bytes: number) => void }): Promise<void>;
};

/** `away`: the library cannot be reached, and it is tried again by itself. */
export type SendStatus = 'idle' | 'sending' | 'paused' | 'away';

export type SendState = {
  status: SendStatus;
  /** Why it is paused or away, in a sentence. */
  reason: string | null;
  files: { done: number; failed: number; total: number };
  bytes: { sent: number; total: number };
  /** Ids that are in the queue or being sent. */
  pending: ReadonlySet<string>;
  /** Why a file could not be sent, by the id of its row. */
  failures: ReadonlyMap<string, string>;
};

export type SendQueue = Pick<Store<SendState>, 'get' | 'subscribe'> & {
  /** Adds files that are not in it yet. */
  add(items: readonly SendItem[]): void;
  pause(): void;
  /** Goes on now, also while it waits for the line. */
  resume(): void;
  /** Drops what was not sent. What has arrived stays at the library. */
  cancel(): void;
  /** Drops some. */
  drop(ids: Iterable<string>): void;
};

/**
 * What an error means: `file`: this file cannot be sent; `away`: no file can be sent now, try again later; `paused`: no
 * file can be sent until a person does something.
 */
export type JudgeSendError = (error: unknown) => { means: 'file' | 'away' | 'paused'; reason: string };

/** Three use the bandwidth well; each sends up to three chunks of a large file at once. */
const parallelFiles = 3;

/** Pauses between tries while the library is away: soon after a short gap, once a minute during a long one. */
export const awayDelaysMs = [2000, 5000, 10_000, 20_000, 40_000, 60_000] as const;

const nothing: SendState = {
  status: 'idle',
  reason: null,
  files: { done: 0, failed: 0, total: 0 },
  bytes: { sent: 0, total: 0 },
  pending: new Set(),
  failures: new Map(),
};

/** Sends files, several at a time; goes on after the line was lost. Counts start anew once everything was sent. */
export function createSendQueue({
  judge,
  after,
}: {
  judge: JudgeSendError;
  /** Calls back after so many milliseconds; returns what cancels it. */
  after: (milliseconds: number, run: () => void) => () => void;
}): SendQueue {
  const store = createStore<SendState>(nothing);
  const waiting: SendItem[] = [];
  const active = new Map<string, { item: SendItem; stop: AbortController; sent: number }>();
  const started = new Set<string>();
  let doneBytes = 0;
  let triesAway = 0;
  let cancelTimer = () => {};

  function publish(change: Partial<SendState> = {}): void {
    let sent = doneBytes;
    for (const each of active.values()) sent += Math.min(each.sent, each.item.sizeBytes);
    const before = store.get();
    store.set({ ...before, ...change, bytes: { ...(change.bytes ?? before.bytes), sent } });
  }

  function pendingIds(): Set<string> {
    return new Set([...active.keys(), ...waiting.map(({ id }) => id)]);
  }

  function work(): void {
    if (store.get().status !== 'sending') return;
    while (active.size < parallelFiles) {
      const item = waiting.shift();
      if (!item) break;
      void sendOne(item);
    }
    if (active.size === 0) publish({ status: 'idle', reason: null, pending: new Set() });
  }

  async function sendOne(item: SendItem): Promise<void> {
    const mine = { item, stop: new AbortController(), sent: 0 };
    active.set(item.id, mine);
    const isResumed = started.has(item.id);
    started.add(item.id);
    try {
      const onSent = (bytes: number) => {
        mine.sent = bytes;
        // The line is back.
        if (bytes > 0) triesAway = 0;
        publish();
      };
      await item.send({ signal: mine.stop.signal, isResumed, onSent });
      active.delete(item.id);
      triesAway = 0;
      doneBytes += item.sizeBytes;
      const { files } = store.get();
      publish({ files: { ...files, done: files.done + 1 }, pending: pendingIds() });
    } catch (error) {
      active.delete(item.id);
      if (mine.stop.signal.aborted) return;
      fail(item, error);
    }
    work();
  }

  function fail(item: SendItem, error: unknown): void {
    const { means, reason } = judge(error);
    if (means === 'file') {
      const { files, failures } = store.get();
      doneBytes += item.sizeBytes;
      publish({
        files: { ...files, failed: files.failed + 1 },
        failures: new Map(failures).set(item.id, reason),
        pending: pendingIds(),
      });
      return;
    }
    waiting.unshift(item);
    halt(means, reason);
    if (means !== 'away') return;
    const delay = awayDelaysMs[Math.min(triesAway, awayDelaysMs.length - 1)] ?? 0;
    triesAway += 1;
    cancelTimer = after(delay, start);
  }

  /** Stops what is being sent, to continue it later. */
  function halt(status: SendStatus, reason: string | null): void {
    cancelTimer();
    for (const { item, stop } of [...active.values()].reverse()) {
      waiting.unshift(item);
      stop.abort();
    }
    active.clear();
    publish({ status, reason });
  }

  function start(): void {
    cancelTimer();
    if (store.get().status === 'sending') return;
    publish({ status: 'sending', reason: null });
    work();
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    add(items) {
      const known = pendingIds();
      const fresh = items.filter(({ id }) => !known.has(id));
      if (fresh.length === 0) return;
      if (store.get().status === 'idle') {
        doneBytes = 0;
        store.set({ ...nothing, failures: store.get().failures });
      }
      waiting.push(...fresh);
      const { files, bytes, failures, status } = store.get();
      const left = new Map(failures);
      for (const { id } of fresh) left.delete(id);
      publish({
        files: { ...files, total: files.total + fresh.length },
        bytes: { ...bytes, total: fresh.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.total) },
        pending: pendingIds(),
        failures: left,
      });
      if (status === 'idle') start();
      else work();
    },
    pause() {
      if (['sending', 'away'].includes(store.get().status)) halt('paused', null);
    },
    resume() {
      if (['paused', 'away'].includes(store.get().status)) start();
    },
    cancel() {
      halt('idle', null);
      waiting.length = 0;
      doneBytes = 0;
      store.set({ ...nothing, failures: store.get().failures });
    },
    drop(ids) {
      const dropped = new Set(ids);
      const gone = [...waiting, ...[...active.values()].map(({ item }) => item)].filter(({ id }) => dropped.has(id));
      if (gone.length === 0) return;
      waiting.splice(0, waiting.length, ...waiting.filter(({ id }) => !dropped.has(id)));
      for (const { id } of gone) {
        active.get(id)?.stop.abort();
        active.delete(id);
      }
      const { files, bytes } = store.get();
      if (waiting.length + active.size === 0 && store.get().status !== 'sending') {
        cancelTimer();
        store.set({ ...nothing, failures: store.get().failures });
        return;
      }
      publish({
        files: { ...files, total: files.total - gone.length },
        bytes: { ...bytes, total: gone.reduce((sum, { sizeBytes }) => sum - sizeBytes, bytes.total) },
        pending: pendingIds(),
      });
      work();
    },
  };
}
