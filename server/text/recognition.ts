import type { Logger } from 'pino';
import { memoizeSuccess } from '#server/memoize-success.ts';
import type { OcrEngine } from './ocr/ocr-engine.ts';

/** Whether pages without text can be recognised; `unavailable` where no engine could be started. */
export type RecognitionState = 'on' | 'off' | 'unavailable';

/** The engine of recognition, started when it is first needed. */
export interface Recognition {
  state(): RecognitionState;
  /** Whether the engine works; starts it. One that cannot be started is tried again after some minutes. */
  isReady(): Promise<boolean>;
  /** The engine. Rejects if it cannot be started. */
  engine(): Promise<OcrEngine>;
  close(): Promise<void>;
}

/** Somebody may have installed it. */
const retryMs = 10 * 60_000;

/** `open` starts the engine; null switches recognition off. */
export function createRecognition({
  open,
  log,
}: {
  open: (() => Promise<OcrEngine>) | null;
  log: Logger;
}): Recognition {
  let opened: OcrEngine | null = null;
  let unavailableUntil = 0;
  let isClosed = false;
  const engine = memoizeSuccess(async () => {
    if (!open || isClosed) throw new Error('recognition is off');
    opened = await open();
    log.info({ engine: opened.name }, 'pages without text are recognised');
    return opened;
  });

  return {
    engine,

    state() {
      if (!open) return 'off';
      return unavailableUntil === 0 ? 'on' : 'unavailable';
    },

    async isReady() {
      if (!open || performance.now() < unavailableUntil) return false;
      try {
        await engine();
        unavailableUntil = 0;
        return true;
      } catch (error) {
        unavailableUntil = performance.now() + retryMs;
        if (!isClosed) log.warn({ err: error }, 'no engine can recognise text; pages without text wait');
        return false;
      }
    },

    async close() {
      isClosed = true;
      await opened?.close();
    },
  };
}
