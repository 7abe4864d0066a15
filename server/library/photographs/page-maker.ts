import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { LetterTurn } from '#server/library/text-extraction/ocr/letter-turn.ts';
import type { OcrEngine } from '#server/library/text-extraction/ocr/ocr-engine.ts';
import type { Failed } from '#server/machinery/processes/serve-jobs.ts';
import {
  createWorkerProcess,
  type WorkerLimits,
  type WorkerProcess,
} from '#server/machinery/processes/worker-process.ts';
import { photographLimits } from './photograph-limits.ts';
import type { PdfPage } from './write-pdf.ts';

/** The messages between the server and the process that makes pages of photographs. Bytes are passed in files. */
export type PhotographJob = {
  kind: 'page';
  /** The file's SHA-256; null to skip the check. */
  sha256: string | null;
  /** If true, shape and light stay as they are: the picture is only turned upright by its EXIF. */
  keepsWhole: boolean;
};

/** The page, whose bytes are at the job's output, or why there is none. */
export type PhotographOutcome =
  | {
      state: 'page';
      kind: 'png' | 'jpeg';
      width: number;
      height: number;
      isCropped: boolean;
      isPaper: boolean;
      /** Degrees clockwise by which it is turned, judged by its letters. */
      turn: NonNullable<LetterTurn>;
    }
  | { state: 'damaged' }
  | { state: 'too-large' }
  /** The stored bytes are not those of the file's record. */
  | { state: 'other-bytes' };

/** A page made of a photograph, turned upright. */
export type MadePage = PdfPage & { isCropped: boolean; isPaper: boolean };

/** Why a photograph could not be made into a page; `unavailable` is not caused by the photograph. */
export type NoPage = { state: 'damaged' | 'too-large' | 'too-slow' | 'missing' | 'unavailable' };

/** Makes pages of photographs, one at a time, in a process that can read only that file. */
export type PageMaker = {
  /** Makes a page of the picture at `input`. Rejects with the reason of `signal` if it is aborted. */
  make(
    input: string,
    options: { sha256: string | null; keepsWhole: boolean },
    signal: AbortSignal,
  ): Promise<MadePage | NoPage>;
  close(): Promise<void>;
};

/**
 * `openEngine` opens the engine that detects which way up a page is, on first use. It is null if OCR is off; a page is then
 * turned only if its letters show that it lies on its side.
 */
export function createPageMaker(parts: {
  /** Folder in which each process gets a separate folder; its content may be deleted while no server runs. */
  scratch: string;
  openEngine: (() => Promise<Pick<OcrEngine, 'findTurn' | 'close'>>) | null;
  log: Logger;
  limits?: WorkerLimits;
}): PageMaker {
  const { scratch, openEngine, log, limits = photographLimits } = parts;
  const open = (): WorkerProcess<PhotographJob, PhotographOutcome> =>
    createWorkerProcess({ program: new URL('./photograph-worker.ts', import.meta.url), scratch, log, limits });
  let worker: ReturnType<typeof open> | null = null;
  let engine: Promise<Pick<OcrEngine, 'findTurn' | 'close'>> | null = null;
  let isClosed = false;

  /** Returns the degrees clockwise by which the text on that page is turned; `byLetters` if nothing can be read. */
  async function findTurn(page: string, byLetters: PdfPage['turn'], signal: AbortSignal): Promise<PdfPage['turn']> {
    if (openEngine === null) return byLetters;
    try {
      engine ??= openEngine();
      return await (await engine).findTurn(page, signal);
    } catch (error) {
      signal.throwIfAborted();
      // An engine that failed to open is opened again for the next page.
      if (!(await isOpen(engine))) engine = null;
      log.warn({ err: error }, 'could not detect which way up a photographed page is');
      return byLetters;
    }
  }

  return {
    async make(input, { sha256, keepsWhole }, signal) {
      signal.throwIfAborted();
      if (isClosed) return { state: 'unavailable' };
      const current = (worker ??= open());
      const kill = () => {
        if (worker === current) worker = null;
        void current.close();
      };
      signal.addEventListener('abort', kill, { once: true });
      try {
        return await current.run({ kind: 'page', sha256, keepsWhole }, input, async (outcome, output) => {
          signal.throwIfAborted();
          if (outcome.state !== 'page') return { state: explain(outcome) };
          const { kind, width, height, isCropped, isPaper, turn: byLetters } = outcome;
          const bytes = await readFile(output);
          const turned = isPaper ? await findTurn(output, byLetters, signal) : 0;
          const turn = ((360 - turned) % 360) as PdfPage['turn'];
          return { kind, bytes, width, height, turn, isCropped, isPaper };
        });
      } finally {
        signal.removeEventListener('abort', kill);
      }
    },

    async close() {
      isClosed = true;
      await worker?.close();
      if (engine && (await isOpen(engine))) await (await engine).close();
    },
  };
}

function explain(outcome: Exclude<PhotographOutcome, { state: 'page' }> | Failed): NoPage['state'] {
  switch (outcome.state) {
    case 'failed':
      if (outcome.cause === 'unavailable') return 'unavailable';
      return outcome.cause === 'time' ? 'too-slow' : outcome.cause === 'memory' ? 'too-large' : 'damaged';
    case 'other-bytes':
      return 'missing';
    default:
      return outcome.state;
  }
}

function isOpen(engine: Promise<unknown> | null): Promise<boolean> {
  return Promise.resolve(engine).then(
    (opened) => opened !== null,
    () => false,
  );
}
