import type { PhotographPdfAnswer } from '#contract/schemas/answer-types.ts';
import { photographFileId } from '#contract/photographs.ts';
import { nameWithEnding, type FileType } from '#domain/file-type.ts';
import { problemOf } from '#app/features/session/library-problem.ts';
import * as words from '#messages/import/intake.ts';
import { RefusedFile, type IntakeFile } from '#app/features/import/intake/intake-file.ts';
import type { PdfRequest } from '#app/features/import/calls/staging-calls.ts';
import { followPdf } from '#app/features/session/follow-pdf.ts';

/** A file from which the library makes a PDF, alone or with others: a picture or an office document. */
export type SourceFile = { file: IntakeFile; type: FileType; digest: string };

/** The library calls for making a PDF. */
export type PdfCalls = {
  /** Sends the missing part of a source. Resolves with the digest of the stored bytes. */
  send(fileId: string, file: File, onSent: (bytes: number) => void): Promise<string>;
  begin(request: PdfRequest): Promise<PhotographPdfAnswer>;
  look(fileId: string): Promise<PhotographPdfAnswer>;
};

/**
 * Sends the sources of a row, and lets the library make its PDF of them. `sent` has the ids of sources that are in the
 * library; the ids of these are added. Rejects with the errors of the requests and of `followPdf`. Sources that were
 * sent stay in the library, so calling this again continues.
 */
export async function makeStagedPdf({
  row,
  sources,
  calls,
  sent,
  signal,
  onSent,
  wait,
}: {
  row: { fileId: string; path: string };
  /** The pictures in the order of the pages, or the one document. */
  sources: readonly SourceFile[];
  calls: PdfCalls;
  sent: Set<string>;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
  wait?: (milliseconds: number) => Promise<unknown>;
}): Promise<void> {
  const ids = sources.map(({ digest }) => photographFileId(digest));
  const name = row.path.slice(row.path.lastIndexOf('/') + 1);
  const request: PdfRequest = { fileId: row.fileId, name, photographs: ids.map((fileId) => ({ fileId })) };

  async function sendAll(): Promise<void> {
    let before = 0;
    for (const [index, { file, type, digest }] of sources.entries()) {
      const id = ids[index] ?? '';
      signal.throwIfAborted();
      if (!sent.has(id)) {
        const bytes = new File([await file.open()], nameWithEnding(file.name, type));
        const stored = await calls.send(id, bytes, (sentBytes) => onSent(before + sentBytes));
        if (stored !== digest) throw new RefusedFile(words.changedSinceRead(file.name));
        sent.add(id);
      }
      before += file.sizeBytes;
      onSent(before);
    }
  }

  const follow = () =>
    followPdf({ begin: () => calls.begin(request), look: () => calls.look(row.fileId), signal, ...(wait && { wait }) });
  await sendAll();
  try {
    await follow();
  } catch (error) {
    if (problemOf(error)?.type !== 'storage_file_not_found') throw error;
    // Somebody has deleted sources that no PDF used yet.
    for (const id of ids) sent.delete(id);
    await sendAll();
    await follow();
  }
}
