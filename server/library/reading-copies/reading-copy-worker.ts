import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { makeReadingCopy } from './make-reading-copy.ts';

/** The process that makes reading copies. It rewrites untrusted files. Started by reading-service.ts. */
serveJobs(makeReadingCopy);
