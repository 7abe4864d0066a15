import type { Logger } from 'pino';

/** Runs work for one digest at a time. A pending digest is not added twice. */
export interface DigestQueue {
  /** Returns immediately. If a pending digest is added again, `isCompared` is true if either was. */
  add(sha256: string, isCompared: boolean): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates a queue. A failure is logged and ends only the work for that digest. The queue never has more digests than
 * there are staged files.
 */
export function createDigestQueue({
  work,
  log,
}: {
  work: (sha256: string, isCompared: boolean) => Promise<void>;
  log: Logger;
}): DigestQueue {
  const waiting = new Map<string, boolean>();
  const state = { running: null as Promise<void> | null, isClosed: false };

  async function run(): Promise<void> {
    for (const [sha256, isCompared] of waiting) {
      if (state.isClosed) return;
      waiting.delete(sha256);
      try {
        await work(sha256, isCompared);
      } catch (error) {
        if (!state.isClosed) log.warn({ err: error, sha256 }, 'could not inspect a staged file');
      }
    }
  }

  function wake(): void {
    state.running ??= run().finally(() => {
      state.running = null;
      if (waiting.size > 0 && !state.isClosed) wake();
    });
  }

  return {
    add(sha256, isCompared) {
      if (state.isClosed) return;
      waiting.set(sha256, isCompared || waiting.get(sha256) === true);
      wake();
    },

    async idle() {
      while (state.running) await state.running;
    },

    async close() {
      state.isClosed = true;
      waiting.clear();
      await state.running;
    },
  };
}
