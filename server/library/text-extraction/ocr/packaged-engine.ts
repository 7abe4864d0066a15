import type { Logger } from 'pino';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { createSerial } from '#server/machinery/queues/lock.ts';
import { OcrFailed, type OcrEngine, type ReadingWay } from './ocr-engine.ts';
import { createOcrProcess } from './ocr-process.ts';
import { findTurn, readPage } from './read-page.ts';

/** Recognises pages with tesseract.js in a separate process. */
export function createPackagedEngine(parts: {
  languages: readonly string[];
  scratch: string;
  log: Logger;
  limits: WorkerLimits;
}): OcrEngine {
  const { languages } = parts;
  const process = createOcrProcess(parts);
  const serial = createSerial();
  const readerOf = (picture: string, signal: AbortSignal) => (way: ReadingWay) =>
    process.run({ kind: 'read', languages, ...way }, picture, signal, async (outcome) => {
      if (outcome.state !== 'read') throw new OcrFailed('crash', 'unexpected outcome of the job');
      return outcome;
    });
  return {
    name: `tesseract.js (${languages.join(', ')})`,
    recognise: (picture, signal) => serial(() => readPage(readerOf(picture, signal))),
    findTurn: (picture, signal) => serial(() => findTurn(readerOf(picture, signal))),
    close: process.close,
  };
}
