import { photographLimits, photographPermissions } from '#contract/photographs.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import type { PhotographedPdfsAnswer, PhotographPdfAnswer, StagedBatchAnswer } from '#contract/schemas/answer-types.ts';
import { inBatches } from '#app/features/import/calls/staging-calls.ts';
import { RefusedFile } from '#app/features/import/intake/intake-file.ts';
import { makeStagedPdf, type SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import type { KnownPdf } from '#app/features/import/intake/plan-pages.ts';
import type { PdfToMake } from '#app/features/import/sending/staged-pdfs.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import { PhotographFailure } from '#app/features/session/follow-pdf.ts';
import { Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';
import type { Staged } from './stage-files.ts';

/** Number of parallel PDFs: one is made while the sources of the next one are sent. */
const parallelPdfs = 2;

/** Returns the library's PDFs that contain any of these sources. */
export async function findKnownPdfs(
  client: LibraryClient,
  sources: readonly Pick<SourceFile, 'digest'>[],
): Promise<KnownPdf[]> {
  const digests = [...new Set(sources.map(({ digest }) => digest))];
  const found = new Map<string, KnownPdf>();
  for (const batch of inBatches(digests, photographLimits.maxDigests)) {
    const body = { digests: batch };
    const { pdfs } = await client.call<PhotographedPdfsAnswer>('POST', panelApi.findPhotographs(), body);
    for (const pdf of pdfs) found.set(pdf.fileId, pdf);
  }
  return [...found.values()];
}

/**
 * Announces PDFs, sends their sources, and lets the library make them. Rows, refusals and failures are in `staged`.
 * Rejects with the errors of announcing.
 */
export async function makePdfs(
  parts: {
    client: LibraryClient;
    staged: Staged;
    signal: AbortSignal;
    wait: (milliseconds: number) => Promise<unknown>;
    say: (text: string) => void;
  },
  pdfs: readonly PdfToMake[],
): Promise<void> {
  const { client, staged, signal, wait, say } = parts;
  const sent = new Set<string>();
  const running = new Set<Promise<void>>();
  let made = 0;

  async function makeOne(row: StagedBatchAnswer['files'][number], sources: readonly SourceFile[]): Promise<void> {
    try {
      await makeStagedPdf({
        row,
        sources,
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
      staged.sentFiles += sources.length;
      say(`${(made += 1)} of ${pdfs.length} PDFs made`);
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.type === 'office_not_installed') {
        // The row stays: the panel makes its PDF once LibreOffice is there, as does this command.
        staged.refused.push({ path: row.path, reason: problem.message });
        return;
      }
      if (!(error instanceof PhotographFailure || error instanceof RefusedFile)) throw error;
      staged.refused.push({ path: row.path, reason: error.message });
      await client.call('POST', panelApi.discardStaged(), { ids: [row.$id] });
    }
  }

  for (const batch of inBatches(pdfs, photographLimits.maxBatch)) {
    const announced = batch.map(({ path, sources }) => ({
      path,
      photographs: sources.map(({ digest, file }) => ({ digest, size: file.sizeBytes })),
    }));
    const { files } = await client.call<StagedBatchAnswer>('POST', panelApi.stagePhotographs(), { pdfs: announced });
    for (const [index, row] of files.entries()) {
      const sources = batch[index]?.sources ?? [];
      staged.paths.set(row.$id, [row.path]);
      if (row.state === 'published') staged.publishedBefore.set(row.$id, row);
      else if (row.state !== 'waiting') staged.rows.set(row.$id, row);
      else {
        while (running.size >= parallelPdfs) await Promise.race(running);
        if (staged.failure) break;
        const one = makeOne(row, sources)
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
