import type { Logger } from 'pino';
import { OcrFailed, type OcrEngine } from './ocr-engine.ts';

/** Chooses the engine of this machine. Rejects with `OcrFailed` when there is none. */
export async function createOcr(_parts: { languages: string[]; scratch: string; log: Logger }): Promise<OcrEngine> {
  throw new OcrFailed('unavailable', 'no engine is built in yet');
}
