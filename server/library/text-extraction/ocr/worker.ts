import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { doOcrJob } from './do-ocr-job.ts';

/** The process that straightens scanned pages and reads them with tesseract.js. Started by the engines. */
serveJobs(doOcrJob);
