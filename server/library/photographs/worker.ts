import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { doPhotographJob } from './do-photograph-job.ts';

/** The process that makes pages of photographs: decodes untrusted files. Started by page-maker.ts. */
serveJobs(doPhotographJob);
