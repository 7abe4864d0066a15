import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import { maxInputPixels } from '#server/library/pictures/picture-job.ts';
import type { PdfInspection } from '#server/library/pictures/inspector.ts';
import { within } from '#server/machinery/queues/within.ts';
import { damagedPdf, damagedPicture, lockedPdf, portfolioPdf } from '#domain/file-warnings.ts';

/** Timeout after which an upload is published without page count and warning. */
const inspectionMs = 10_000;

/** Inspects an uploaded file. An inspection that fails or takes long is `unknown` and never fails the upload. */
export async function inspectUpload(
  fileId: string,
  inspect: (fileId: string) => Promise<PdfInspection>,
  log: Pick<Logger, 'warn'>,
): Promise<PdfInspection> {
  const unknown: PdfInspection = { state: 'unknown' };
  const inspection = inspect(fileId).catch((error: unknown) => {
    log.warn({ err: error, fileId }, 'an uploaded file could not be inspected');
    return unknown;
  });
  return within(inspectionMs, inspection, unknown);
}

type Remarks = { pageCount: number | null; warning: string | null };

/** Returns the facts about the file that the uploader sees. */
export function describeInspection(
  inspection: Exclude<PdfInspection, { state: 'too-large' }>,
  mimeType: string,
): Remarks {
  const isPdf = mimeType === 'application/pdf';
  switch (inspection.state) {
    case 'fine':
      return { pageCount: isPdf ? inspection.pageCount : null, warning: null };
    case 'portfolio':
      return { pageCount: inspection.pageCount, warning: portfolioPdf };
    case 'locked':
      return { pageCount: null, warning: lockedPdf };
    case 'damaged':
      return { pageCount: null, warning: isPdf ? damagedPdf : damagedPicture };
    case 'slow':
      return {
        pageCount: null,
        warning: `This ${isPdf ? 'PDF' : 'picture'} takes very long to open. Readers may not see it.`,
      };
    case 'unknown':
      return { pageCount: null, warning: null };
  }
}

/** For files that need more memory than the server's decoder, or a reader's phone, has. */
export function tooLargeToOpen(pixels: { width: number; height: number } | null, mimeType: string): Problem {
  const limit = `up to ${maxInputPixels / 1_000_000} million pixels are accepted`;
  const what = pixels
    ? `This picture has ${pixels.width} × ${pixels.height} pixels; ${limit}. Make it smaller`
    : `This ${mimeType === 'application/pdf' ? 'PDF' : 'picture'} needs too much memory to open. Make a simpler copy of it`;
  return new Problem('storage_invalid_file_size', `${what} and upload it again.`);
}
