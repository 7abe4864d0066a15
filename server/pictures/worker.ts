import { doPictureJob } from './make-picture.ts';
import { serveJobs } from './serve-jobs.ts';

/** The picture process: decodes untrusted files. Started by picture-service.ts. */
serveJobs(doPictureJob);
