import { serveJobs } from '#server/pictures/serve-jobs.ts';
import { readFileText } from './read-file-text.ts';

/** The process that reads what untrusted files say. Started by text-service.ts. */
serveJobs(readFileText);
