import { panelApi } from '#contract/panel-addresses.ts';
import type { PhotographedPdfsAnswer, PhotographPdfAnswer, StagedBatchAnswer } from '#contract/schemas/answer-types.ts';
import { photographLimits, photographPermissions } from '#contract/photographs.ts';
import { pathOfPages } from '#domain/photograph-groups.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import {
  inspectPictures,
  maxPictures,
  type HashedPicture,
  type LeftOutPicture,
} from '#app/features/import/intake/inspect-pictures.ts';
import { RefusedFile, type IntakeFile } from '#app/features/import/intake/intake-file.ts';
import { planPages, type KnownPdf, type PagePlan, type PathOfPages } from '#app/features/import/intake/plan-pages.ts';
import type { ProjectFolders } from '#app/features/import/intake/project-folders.ts';
import { makeStagedPdf } from '#app/features/import/sending/make-staged-pdf.ts';
import { inBatches } from '#app/features/import/calls/staging-calls.ts';
import { hash } from './hash.ts';
import { Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';
import type { Staged } from './stage-files.ts';

/** `make` PDFs of pictures, only `show` the plan, or `skip` them. */
export type PictureMode = 'make' | 'show' | 'skip';

/** Plan for pictures. */
export type PictureOutcome = {
  /** PDFs that were made, or would be made. */
  pdfs: PathOfPages[];
  /** Rows of earlier runs whose missing pictures are sent. */
  rows: PathOfPages[];
  /** Left to a person in the panel. */
  doubtful: (PagePlan['groups'][number] & { path: string })[];
  leftOut: LeftOutPicture[];
};

type Parts = {
  client: LibraryClient;
  pictures: readonly IntakeFile[];
  /** Complete. */
  folders: ProjectFolders;
  mode: PictureMode;
  /** Gets rows, refusals and failures. */
  staged: Staged;
  signal: AbortSignal;
  wait: (milliseconds: number) => Promise<unknown>;
  say: (text: string) => void;
  /** Called with the plan before the PDFs are made. */
  onPlan: (outcome: PictureOutcome) => void;
};

/** Number of parallel PDFs: one is made while the pictures of the next one are sent. */
const parallelPdfs = 2;

/**
 * Groups pictures, and lets the library make the PDFs whose groups are certain. Never rejects: failures are in
 * `staged`.
 */
export async function stagePictures(parts: Parts): Promise<PictureOutcome | null> {
  const { pictures, mode, staged, onPlan } = parts;
  if (pictures.length === 0 || mode === 'skip') return null;
  try {
    const outcome = await plan(parts);
    onPlan(outcome);
    if (mode === 'make') await make(parts, [...outcome.rows, ...outcome.pdfs]);
    return outcome;
  } catch (error) {
    staged.failure ??= parts.signal.aborted ? new Stopped() : (error as Error);
    return null;
  }
}

async function plan({ client, pictures, folders, staged, signal, say }: Parts): Promise<PictureOutcome> {
  const pages: HashedPicture[] = [];
  const leftOut: LeftOutPicture[] = [];
  let read = 0;
  for await (const found of inspectPictures(pictures, { folders, hash, signal })) {
    say(`${(read += 1)} of ${pictures.length} pictures read`);
    if ('notTaken' in found) staged.refused.push(found.notTaken);
    else if ('leftOut' in found) leftOut.push(found.leftOut);
    else if (pages.length < maxPictures) pages.push(found.page);
    else staged.refused.push({ path: found.page.path, reason: `More than ${maxPictures} pictures: import it alone.` });
  }
  const { groups, rows, leftOut: known } = planPages(pages, await findKnown(client, pages));
  const used = new Set(rows.map(({ path }) => path.toLowerCase()));
  const named = groups.map((group) => ({ ...group, path: pathOfPages(pathsOf(group.pictures), used) }));
  return {
    pdfs: named.filter(({ doubt }) => doubt === null),
    rows,
    doubtful: named.filter(({ doubt }) => doubt !== null),
    leftOut: [...leftOut, ...known],
  };
}

async function findKnown(client: LibraryClient, pages: readonly HashedPicture[]): Promise<KnownPdf[]> {
  const digests = [...new Set(pages.map(({ digest }) => digest))];
  const found = new Map<string, KnownPdf>();
  for (const batch of inBatches(digests, photographLimits.maxDigests)) {
    const body = { digests: batch };
    const { pdfs } = await client.call<PhotographedPdfsAnswer>('POST', panelApi.findPhotographs(), body);
    for (const pdf of pdfs) found.set(pdf.fileId, pdf);
  }
  return [...found.values()];
}

async function make(parts: Parts, pdfs: readonly PathOfPages[]): Promise<void> {
  const { client, staged, signal, wait, say } = parts;
  const sent = new Set<string>();
  const running = new Set<Promise<void>>();
  let made = 0;

  async function makeOne(row: StagedBatchAnswer['files'][number], pictures: readonly HashedPicture[]): Promise<void> {
    try {
      await makeStagedPdf({
        row,
        pictures,
        sent,
        signal,
        wait,
        onSent: () => undefined,
        calls: {
          send: async (fileId, file) => (await client.upload(fileId, file, true, photographPermissions)).signature,
          begin: (request) => client.call<PhotographPdfAnswer>('POST', panelApi.photographPdfs(), request),
          look: (fileId) => client.call<PhotographPdfAnswer>('GET', panelApi.photographPdf(fileId)),
        },
      });
      staged.rows.set(row.$id, row);
      staged.sentFiles += pictures.length;
      say(`${(made += 1)} of ${pdfs.length} PDFs made`);
    } catch (error) {
      if (!(error instanceof PhotographFailure || error instanceof RefusedFile)) throw error;
      staged.refused.push({ path: row.path, reason: error.message });
      await client.call('POST', panelApi.discardStaged(), { ids: [row.$id] });
    }
  }

  for (const batch of inBatches(pdfs, photographLimits.maxBatch)) {
    const announced = batch.map(({ path, pictures }) => ({
      path,
      photographs: pictures.map(({ digest, file }) => ({ digest, size: file.sizeBytes })),
    }));
    const { files } = await client.call<StagedBatchAnswer>('POST', panelApi.stagePhotographs(), { pdfs: announced });
    for (const [index, row] of files.entries()) {
      const pictures = batch[index]?.pictures ?? [];
      staged.paths.set(row.$id, [row.path]);
      if (row.state === 'published') staged.publishedBefore.set(row.$id, row);
      else if (row.state !== 'waiting') staged.rows.set(row.$id, row);
      else {
        while (running.size >= parallelPdfs) await Promise.race(running);
        if (staged.failure) break;
        const one = makeOne(row, pictures)
          .catch((error: unknown) => {
            staged.failure ??= signal.aborted ? new Stopped() : (error as Error);
          })
          .finally(() => running.delete(one));
        running.add(one);
      }
    }
  }
  await Promise.all(running);
}

const pathsOf = (pictures: readonly HashedPicture[]) => pictures.map(({ path }) => path);
