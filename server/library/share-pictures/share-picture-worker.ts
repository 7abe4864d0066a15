import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { drawShareJob } from './draw-picture.ts';

/** Draws pictures of shared links. Started by share-picture-service.ts. */
serveJobs(drawShareJob);
