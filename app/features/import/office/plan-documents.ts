import { fileExtension, isOfficeDocument, judgedBytes, typeByBytes } from '#domain/file-type.ts';
import { stagingLimits } from '#contract/staging.ts';
import * as words from '#messages/import/intake.ts';
import { RefusedFile, type IntakeFile, type NotTaken } from '#app/features/import/intake/intake-file.ts';
import { otherThanNamed } from '#app/features/import/intake/judge-name.ts';
import type { SourceFile } from '#app/features/import/sending/make-staged-pdf.ts';
import type { KnownPdf } from '#app/features/import/intake/plan-pages.ts';
import type { PdfToMake } from '#app/features/import/sending/staged-pdfs.ts';

/** Room for a number after the name, and for the extension of the PDF. */
const maxPath = stagingLimits.maxPath - 20;

/**
 * Judges office documents by their bytes, and yields each with the digest of its bytes. Rejects only if `signal` is
 * aborted, as `hash` does.
 */
export async function* inspectDocuments(
  files: readonly IntakeFile[],
  { hash, signal }: { hash: (blob: Blob) => Promise<string>; signal: AbortSignal },
): AsyncGenerator<{ document: SourceFile } | { notTaken: NotTaken }, void> {
  for (const file of files) {
    signal.throwIfAborted();
    try {
      if (file.path.length > maxPath) throw new RefusedFile(words.pathTooLong);
      const blob = await file.open();
      const type = typeByBytes(file.name, new Uint8Array(await blob.slice(0, judgedBytes).arrayBuffer()));
      if (!type || !isOfficeDocument(type.mediaType)) throw new RefusedFile(otherThanNamed(file.name));
      yield { document: { file, type, digest: await hash(blob) } };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof RefusedFile ? error.message : words.noLongerReadable;
      yield { notTaken: { path: file.path, reason } };
    }
  }
}

/**
 * Plans a PDF for each document, and says why there is none for some: the same document is chosen twice, or its PDF is
 * in the trash or hidden. `known` are the library's PDFs of these documents, `used` the lower-case paths of all rows.
 */
export function planDocuments(
  documents: readonly SourceFile[],
  known: readonly KnownPdf[],
  used: Set<string>,
): { pdfs: PdfToMake[]; notTaken: NotTaken[] } {
  const pdfs: PdfToMake[] = [];
  const notTaken: NotTaken[] = [];
  const firsts = new Map<string, string>();
  for (const document of documents) {
    const { path } = document.file;
    const first = firsts.get(document.digest);
    firsts.set(document.digest, first ?? path);
    const pdfsOfIt = known.filter(({ photographs }) => photographs.length === 1 && photographs[0] === document.digest);
    const unseen = pdfsOfIt.find(({ state }) => state === 'trash' || state === 'hidden');
    const row = pdfsOfIt.find((pdf) => pdf.path !== null);
    if (first !== undefined) notTaken.push({ path, reason: words.sameDocument(first) });
    else if (unseen) notTaken.push({ path, reason: whereIs(unseen) });
    else pdfs.push({ path: row?.path ?? pathOfDocument(path, used), sources: [document] });
  }
  return { pdfs, notTaken };
}

function whereIs({ title, state }: KnownPdf): string {
  return state === 'trash' ? words.documentInTrash(title) : words.documentHidden(title);
}

/** Returns the path of a document's PDF: that of the document, with a number if the path is in use; adds it to `used`. */
function pathOfDocument(path: string, used: Set<string>): string {
  const stem = path.slice(0, path.length - fileExtension(path).length);
  for (let count = 1; ; count += 1) {
    const made = count === 1 ? `${stem}.pdf` : `${stem} (${count}).pdf`;
    if (used.has(made.toLowerCase())) continue;
    used.add(made.toLowerCase());
    return made;
  }
}
