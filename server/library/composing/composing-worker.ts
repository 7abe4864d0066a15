import { serveJobs } from '#server/machinery/processes/serve-jobs.ts';
import { composePages } from './compose-pages.ts';

/** The process that composes PDFs. It reads untrusted files. Started by page-composer.ts. */
serveJobs(composePages);
