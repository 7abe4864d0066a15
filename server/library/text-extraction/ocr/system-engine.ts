import type { Logger } from 'pino';
import type { WorkerLimits } from '#server/machinery/processes/worker-process.ts';
import { createSerial } from '#server/machinery/queues/lock.ts';
import { OcrFailed, type OcrEngine, type ReadingWay } from './ocr-engine.ts';
import { createOcrProcess } from './ocr-process.ts';
import { findTurn, readPage } from './read-page.ts';
import { runTesseract } from './system-tesseract.ts';

/** Recognises pages with the machine's own Tesseract, a process for each page. */
export function createSystemEngine(parts: {
  program: string;
  languages: readonly string[];
  scratch: string;
  log: Logger;
  limits: WorkerLimits;
}): OcrEngine {
  const { program, languages, limits } = parts;
  const process = createOcrProcess(parts);
  const serial = createSerial();
  const readerOf = (picture: string, signal: AbortSignal) => (way: ReadingWay) =>
    process.run({ kind: 'straighten', ...way }, picture, signal, async (outcome, output) => {
      if (outcome.state !== 'straight') throw new OcrFailed('crash', 'unexpected outcome of the job');
      const { layout } = way;
      const tsv = await runTesseract({ program, picture: output, languages, layout, limits, signal });
      return { turn: outcome.turn, letters: outcome.letters, tsv };
    });
  return {
    name: `tesseract (${languages.join(', ')})`,
    recognise: (picture, signal) => serial(() => readPage(readerOf(picture, signal))),
    findTurn: (picture, signal) => serial(() => findTurn(readerOf(picture, signal))),
    close: process.close,
  };
}
