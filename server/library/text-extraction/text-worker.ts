import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { readFileText } from './read-file-text.ts';

/** The process that reads untrusted files. Started by text-service.ts. */
serveJobs(readFileText);
