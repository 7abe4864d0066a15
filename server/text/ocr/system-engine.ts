import type { Logger } from 'pino';
import type { WorkerLimits } from '#server/pictures/worker-process.ts';
import { createTurns } from './in-turn.ts';
import { OcrFailed, type OcrEngine } from './ocr-engine.ts';
import { createOcrProcess } from './ocr-process.ts';
import { readPage } from './read-page.ts';
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
  const inTurn = createTurns();
  return {
    name: `tesseract (${languages.join(', ')})`,
    recognise: (picture, signal) =>
      inTurn(() =>
        readPage((way) =>
          process.run({ kind: 'straighten', ...way }, picture, signal, async (outcome, output) => {
            if (outcome.state !== 'straight') throw new OcrFailed('crash', 'an answer of another kind');
            return {
              turn: outcome.turn,
              tsv: await runTesseract({ program, picture: output, languages, limits, signal }),
            };
          }),
        ),
      ),
    close: process.close,
  };
}
