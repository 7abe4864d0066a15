import { doPictureJob } from './make-picture.ts';
import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';

/** The picture process: decodes untrusted files. Started by picture-service.ts. */
serveJobs(doPictureJob);
