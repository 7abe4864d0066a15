import { constants } from 'node:os';
import { serveJobs } from '#server/pictures/serve-jobs.ts';
import { readFileText } from './read-file-text.ts';

/** The process that reads what untrusted files say, when nothing else needs the processor. Started by text-service.ts. */
serveJobs(readFileText, constants.priority.PRIORITY_LOW);
