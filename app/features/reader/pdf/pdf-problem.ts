/** The message if a file cannot be shown and nothing more precise is known. */
export const failedToLoad = 'Failed to load PDF file.';

/** A PDF that cannot be read. The message is for the reader. */
export class PdfProblem extends Error {
  /** The status of the server's answer if that was the reason, else null. */
  readonly status: number | null;

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PdfProblem';
    this.status = options.status ?? null;
  }
}

/** The problem for an unsuccessful answer. The texts are specified; those of pdf.js 6 differ. */
export function problemOfStatus(status: number, url: string): PdfProblem {
  const message =
    status === 404 ? `Missing PDF "${url}".` : `Unexpected server response (${status}) while retrieving PDF "${url}".`;
  return new PdfProblem(message, { status });
}

/** The problem when the file is kept on the device, but damaged, and there is no connection to fetch it again. */
export function keptIsDamaged(status: number): PdfProblem {
  return new PdfProblem('What is kept of this document on this device is damaged. Go online and try again.', {
    status,
  });
}

/**
 * Converts any error to a problem. What pdf.js says about a damaged file does not help a reader, so it is only the
 * cause.
 */
export function toProblem(error: unknown): PdfProblem {
  return error instanceof PdfProblem ? error : new PdfProblem(failedToLoad, { cause: error });
}
