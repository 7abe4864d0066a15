import type { Logger } from 'pino';
import { memoizeSuccess } from '#server/memoize-success.ts';
import type { OcrEngine } from './ocr/ocr-engine.ts';

/** Whether pages without text can be recognised; `unavailable` while nothing on this machine can do it. */
export type RecognitionState = 'on' | 'off' | 'unavailable';

/** The engine of recognition, started when it is first needed. */
export interface Recognition {
  state(): RecognitionState;
  /** Why it is unavailable, in words for the administrator; null unless it is. */
  trouble(): string | null;
  /** Whether the engine works; starts it. One that cannot be started is tried again later. */
  isReady(): Promise<boolean>;
  /** The engine. Rejects if it cannot be started. */
  engine(): Promise<OcrEngine>;
  /** Stops recognition for a while, because this machine cannot recognise any page now. */
  suspend(reason: string): void;
  /** Tries again at once what is unavailable. */
  retry(): void;
  close(): Promise<void>;
}

/** `open` starts the engine; null switches recognition off. What is unavailable is tried again after `retryMs`. */
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
    log.info({ engine: opened.name }, 'pages without text are recognised');
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
