import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { serveJobs, digestOf } from '#server/machinery/processes/serve-jobs.ts';
import type { JobFiles } from '#server/machinery/processes/worker-process.ts';
import { encodePage } from './encode-page.ts';
import { UnusablePhotograph } from './open-photograph.ts';
import type { PhotographJob, PhotographOutcome } from './page-maker.ts';
import { preparePage } from './prepare-page.ts';

// As in server/library/pictures/make-picture.ts: one core is left to the server, and sharp decodes only bytes in memory, and only
// the accepted formats.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`) });

/** Runs one job in the photograph process. Throws only on unexpected errors. */
async function doPhotographJob(job: PhotographJob & JobFiles): Promise<PhotographOutcome> {
  if (job.sha256 !== null && digestOf(job.path) !== job.sha256) return { state: 'other-bytes' };
  try {
    const { pixels, isCropped, isPaper, turn } = await preparePage(readFileSync(job.path), job);
    const { kind, bytes } = await encodePage(pixels, { isPaper });
    writeFileSync(job.output, bytes);
    return { state: 'page', kind, width: pixels.width, height: pixels.height, isCropped, isPaper, turn };
  } catch (error) {
    if (error instanceof UnusablePhotograph) return { state: error.state };
    throw error;
  }
}

/** The process that makes pages of photographs: decodes untrusted files. Started by page-maker.ts. */
serveJobs(doPhotographJob);
