import type { SendFailure } from '#app/features/import/calls/send-failure.ts';
import { createStore } from '#app/features/import/calls/store.ts';

/** A file to send. */
export type SendItem = {
  /** The id of the file's row. */
  id: string;
  sizeBytes: number;
  /** Sends the whole file, or the missing part of it. Rejects with an `AbortError` when aborted. */
  send(progress: { signal: AbortSignal; isResumed: boolean; onSent: (bytes: number) => void }): Promise<void>;
};

/** `away`: the library cannot be reached; the queue retries automatically. */
export type SendStatus = 'idle' | 'sending' | 'paused' | 'away';

export type SendState = {
  status: SendStatus;
  /** Reason why the queue is paused or has no connection, as a sentence. */
  reason: string | null;
  files: { done: number; failed: number; total: number };
  bytes: { sent: number; total: number };
  /** Ids that are in the queue or being sent. */
  pending: ReadonlySet<string>;
  /** Ids that were sent completely. */
  sent: ReadonlySet<string>;
  /** Why each file could not be sent, or has no PDF, by the id of its row. */
  failures: ReadonlyMap<string, SendFailure>;
};

/**
 * Classifies an error. `away`: no file can be sent now, retry later; `paused`: no file can be sent until a person acts;
 * otherwise only this file failed.
 */
export type JudgeSendError = (error: unknown) => SendFailure | { means: 'away' | 'paused'; reason: string };

/** Calls back after a delay; returns the function that cancels it. */
export type CallAfter = (milliseconds: number, run: () => void) => () => void;

/** Files sent at once: three use the bandwidth well; each sends up to three chunks of a large file at once. */
const parallelFiles = 3;

/** Delays between attempts while the library is away: short at first, up to a minute. */
export const awayDelaysMs = [2000, 5000, 10_000, 20_000, 40_000, 60_000] as const;

const nothing: Omit<SendState, 'failures' | 'sent'> = {
  status: 'idle',
  reason: null,
  files: { done: 0, failed: 0, total: 0 },
  bytes: { sent: 0, total: 0 },
  pending: new Set(),
};

/** Sends files, several at a time. Resumes when the connection is back. Counts restart once everything was sent. */
export class SendQueue {
  #store = createStore<SendState>({ ...nothing, sent: new Set(), failures: new Map() });
  #waiting: SendItem[] = [];
  #active = new Map<string, { item: SendItem; stop: AbortController; sent: number }>();
  #started = new Set<string>();
  #doneBytes = 0;
  #triesAway = 0;
  #cancelTimer = () => {};
  #judge: JudgeSendError;
  #after: CallAfter;

  constructor({ judge, after }: { judge: JudgeSendError; after: CallAfter }) {
    this.#judge = judge;
    this.#after = after;
  }

  get = () => this.#store.get();
  subscribe = (listener: () => void) => this.#store.subscribe(listener);

  /** Adds files that are not in the queue yet. */
  add = (items: readonly SendItem[]): void => {
    const known = this.#pendingIds();
    const fresh = items.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) return;
    if (this.get().status === 'idle') this.#reset();
    this.#waiting.push(...fresh);
    const { files, bytes, failures, status } = this.get();
    const left = new Map(failures);
    for (const { id } of fresh) left.delete(id);
    this.#publish({
      files: { ...files, total: files.total + fresh.length },
      bytes: { ...bytes, total: fresh.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes.total) },
      pending: this.#pendingIds(),
      failures: left,
    });
    if (status === 'idle') this.#start();
    else this.#work();
  };

  pause = (): void => {
    if (['sending', 'away'].includes(this.get().status)) this.#halt('paused', null);
  };

  /** Resumes immediately, even while the queue waits for the connection. */
  resume = (): void => {
    if (['paused', 'away'].includes(this.get().status)) this.#start();
  };

  /** Removes files that were not sent completely. Bytes that have arrived stay in the library. */
  cancel = (): void => {
    this.#halt('idle', null);
    this.#waiting = [];
    this.#reset();
  };

  /** Removes some of the files. */
  drop = (ids: Iterable<string>): void => {
    const dropped = new Set(ids);
    const gone = [...this.#waiting, ...[...this.#active.values()].map(({ item }) => item)].filter(({ id }) =>
      dropped.has(id),
    );
    if (gone.length === 0) return;
    this.#waiting = this.#waiting.filter(({ id }) => !dropped.has(id));
    for (const { id } of gone) {
      this.#active.get(id)?.stop.abort();
      this.#active.delete(id);
    }
    if (this.#waiting.length + this.#active.size === 0) {
      this.#cancelTimer();
      return this.#reset();
    }
    const { files, bytes } = this.get();
    this.#publish({
      files: { ...files, total: files.total - gone.length },
      bytes: { ...bytes, total: gone.reduce((sum, { sizeBytes }) => sum - sizeBytes, bytes.total) },
      pending: this.#pendingIds(),
    });
    this.#work();
  };

  #reset(): void {
    const { failures, sent } = this.get();
    this.#doneBytes = 0;
    this.#store.set({ ...nothing, failures, sent });
  }

  #publish(change: Partial<SendState> = {}): void {
    let sent = this.#doneBytes;
    for (const each of this.#active.values()) sent += Math.min(each.sent, each.item.sizeBytes);
    const before = this.get();
    this.#store.set({ ...before, ...change, bytes: { ...(change.bytes ?? before.bytes), sent } });
  }

  #pendingIds(): Set<string> {
    return new Set([...this.#active.keys(), ...this.#waiting.map(({ id }) => id)]);
  }

  #start(): void {
    this.#cancelTimer();
    if (this.get().status === 'sending') return;
    this.#publish({ status: 'sending', reason: null });
    this.#work();
  }

  #work(): void {
    if (this.get().status !== 'sending') return;
    while (this.#active.size < parallelFiles) {
      const item = this.#waiting.shift();
      if (!item) break;
      void this.#send(item);
    }
    if (this.#active.size === 0) this.#publish({ status: 'idle', reason: null, pending: new Set() });
  }

  async #send(item: SendItem): Promise<void> {
    const mine = { item, stop: new AbortController(), sent: 0 };
    this.#active.set(item.id, mine);
    const isResumed = this.#started.has(item.id);
    this.#started.add(item.id);
    try {
      const onSent = (bytes: number) => {
        mine.sent = bytes;
        // The connection is back.
        if (bytes > 0) this.#triesAway = 0;
        this.#publish();
      };
      await item.send({ signal: mine.stop.signal, isResumed, onSent });
      if (mine.stop.signal.aborted) return;
      this.#active.delete(item.id);
      this.#triesAway = 0;
      this.#doneBytes += item.sizeBytes;
      const { files, sent } = this.get();
      this.#publish({
        files: { ...files, done: files.done + 1 },
        pending: this.#pendingIds(),
        sent: new Set(sent).add(item.id),
      });
    } catch (error) {
      if (mine.stop.signal.aborted) return;
      this.#active.delete(item.id);
      this.#fail(item, error);
    }
    this.#work();
  }

  #fail(item: SendItem, error: unknown): void {
    const { means, reason } = this.#judge(error);
    if (means !== 'away' && means !== 'paused') {
      const { files, failures } = this.get();
      this.#doneBytes += item.sizeBytes;
      return this.#publish({
        files: { ...files, failed: files.failed + 1 },
        failures: new Map(failures).set(item.id, { means, reason }),
        pending: this.#pendingIds(),
      });
    }
    this.#waiting.unshift(item);
    this.#halt(means, reason);
    if (means !== 'away') return;
    const delay = awayDelaysMs[Math.min(this.#triesAway, awayDelaysMs.length - 1)] ?? 0;
    this.#triesAway += 1;
    this.#cancelTimer = this.#after(delay, () => this.#start());
  }

  /** Stops the transfers in progress; they can be resumed. */
  #halt(status: SendStatus, reason: string | null): void {
    this.#cancelTimer();
    for (const { item, stop } of [...this.#active.values()].reverse()) {
      this.#waiting.unshift(item);
      stop.abort();
    }
    this.#active.clear();
    this.#publish({ status, reason });
  }
}
