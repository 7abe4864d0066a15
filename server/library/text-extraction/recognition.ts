import type { Logger } from 'pino';
import { memoizeSuccess } from '#server/machinery/queues/memoize-success.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';

/** The state of recognition of pages without text; `unavailable` while nothing on this machine can do it. */
export type RecognitionState = 'on' | 'off' | 'unavailable';

/** The engine of recognition, started when it is first needed. */
export interface Recognition {
  state(): RecognitionState;
  /** Returns the reason why recognition is unavailable, in words for the administrator; null if it is available. */
  trouble(): string | null;
  /** Starts the engine and returns true if it works. An engine that can't be started is retried later. */
  isReady(): Promise<boolean>;
  /** Returns the engine. Rejects if it can't be started. */
  engine(): Promise<OcrEngine>;
  /** Stops recognition for a while, because this machine cannot recognise any page now. */
  suspend(reason: string): void;
  /** Retries an unavailable engine at once. */
  retry(): void;
  close(): Promise<void>;
}

/**
 * Creates the recognition. `open` starts the engine; null switches recognition off. An unavailable engine is retried
 * after `retryMs`.
 */
export function createRecognition({
  open,
  retryMs,
  log,
}: {
  open: (() => Promise<OcrEngine>) | null;
  retryMs: number;
  log: Logger;
}): Recognition {
  let opened: OcrEngine | null = null;
  let suspended: { until: number; reason: string } | null = null;
  let isClosed = false;
  const engine = memoizeSuccess(async () => {
    if (!open || isClosed) throw new Error('recognition is off');
    opened = await open();
    log.info({ engine: opened.name }, 'recognising pages without text');
    return opened;
  });

  function suspend(reason: string): void {
    suspended = { until: performance.now() + retryMs, reason };
    if (!isClosed) log.warn({ reason }, 'text cannot be recognised now; pages without text wait');
  }

  return {
    engine,
    suspend,
    trouble: () => suspended?.reason ?? null,

    state() {
      if (!open) return 'off';
      return suspended === null ? 'on' : 'unavailable';
    },

    async isReady() {
      if (!open || (suspended && performance.now() < suspended.until)) return false;
      try {
        await engine();
        suspended = null;
        return true;
      } catch (error) {
        suspend(error instanceof Error ? error.message : String(error));
        return false;
      }
    },

    retry() {
      if (suspended) suspended.until = 0;
    },

    async close() {
      isClosed = true;
      await opened?.close();
    },
  };
}
