import { doPictureJob } from './make-picture.ts';
import { serveJobs } from './serve-jobs.ts';

/** The picture process: decodes files nobody trusts. Started by picture-service.ts. */
serveJobs(doPictureJob);
