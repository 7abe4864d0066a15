import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import type { OcrJob, OcrOutcome } from './ocr-engine.ts';
import { straighten } from './straighten.ts';

/** Does one job of an OCR process. */
async function doOcrJob(job: OcrJob & JobFiles): Promise<OcrOutcome> {
  const { png, turn, letters } = await straighten(job.path, job);
  if (job.kind === 'straighten') {
    writeFileSync(job.output, png);
    return { state: 'straight', turn, letters };
  }
  // Loaded only where it is used: it takes memory.
  const { loadTesseract } = await import('./packaged-tesseract.ts');
  const tesseract = await loadTesseract(job.languages, path.dirname(job.output));
  return { state: 'read', turn, letters, tsv: await tesseract.read(png, job.layout) };
}

/** The process that straightens scanned pages and reads them with tesseract.js. Started by the engines. */
serveJobs(doOcrJob);
