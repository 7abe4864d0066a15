import { inspectDocuments, planDocuments } from '#app/features/import/office/plan-documents.ts';
import type { SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import { hash } from './hash.ts';
import { Stopped } from './import-error.ts';
import type { LibraryClient } from './library-client.ts';
import { findKnownPdfs, makePdfs } from './make-pdfs.ts';
import type { Staged } from './stage-files.ts';

/** Lets the library make a PDF of each office document in `staged`. Never rejects: failures are in `staged`. */
export async function stageDocuments(parts: {
  client: LibraryClient;
  staged: Staged;
  signal: AbortSignal;
  wait: (milliseconds: number) => Promise<unknown>;
  say: (text: string) => void;
}): Promise<void> {
  const { client, staged, signal, say } = parts;
  if (staged.documents.length === 0) return;
  try {
    const documents: SourceFile[] = [];
    for await (const found of inspectDocuments(staged.documents, { hash, signal })) {
      if ('notTaken' in found) staged.refused.push(found.notTaken);
      else documents.push(found.document);
      say(`${documents.length} of ${staged.documents.length} documents read`);
    }
    const used = new Set(staged.found.map((path) => path.toLowerCase()));
    const { pdfs, notTaken } = planDocuments(documents, await findKnownPdfs(client, documents), used);
    staged.refused.push(...notTaken);
    await makePdfs(parts, pdfs);
  } catch (error) {
    staged.failure ??= signal.aborted ? new Stopped() : (error as Error);
  }
}
