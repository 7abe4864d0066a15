import type { IntakeFile, NotTaken } from '#app/features/import/intake/intake-file.ts';
import type { StagedRows } from '#app/features/import/rows/staged-rows.ts';
import type { Hasher } from '#app/features/import/sending/hasher.ts';
import type { SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import type { StagedPdfs } from '#app/features/import/sending/staged-pdfs.ts';
import { untilReached } from '#app/features/import/sending/until-reached.ts';
import { inspectDocuments, planDocuments } from './plan-documents.ts';

/**
 * Adds the office documents of an import: each is a row, and the library makes its PDF. A document that can't be
 * converted stays in the list with the reason, and can be sent again.
 */
export async function addDocuments(
  files: readonly IntakeFile[],
  { hasher, rows, pdfs }: { hasher: Pick<Hasher, 'hash'>; rows: StagedRows; pdfs: StagedPdfs },
  {
    signal,
    onRead,
    onPublished,
    refuse,
  }: {
    signal: AbortSignal;
    onRead: () => void;
    /** Called with the number of documents that were already published by an earlier import. */
    onPublished: (count: number) => void;
    refuse: (notTaken: NotTaken) => void;
  },
): Promise<void> {
  const documents: SourceFile[] = [];
  for await (const found of inspectDocuments(files, { hash: hasher.hash, signal })) {
    onRead();
    if ('notTaken' in found) refuse(found.notTaken);
    else documents.push(found.document);
  }
  const known = await pdfs.findKnown(documents, signal);
  const used = new Set([...rows.get().rows.values()].map(({ path }) => path.toLowerCase()));
  const plan = planDocuments(documents, known, used);
  for (const each of plan.notTaken) refuse(each);
  const isKnown = ({ digest }: SourceFile) => known.some(({ photographs }) => photographs.includes(digest));
  pdfs.resume(plan.pdfs.filter(({ sources }) => sources.some(isKnown)));
  const published = await pdfs.announce(plan.pdfs, { attempt: (call) => untilReached(call, signal) });
  if (published > 0) onPublished(published);
}
