/** Said when a file cannot be shown and nothing more precise is known. */
export const failedToLoad = 'Failed to load PDF file.';

/** A PDF that cannot be read. The message is for the person who wanted to read it. */
export class PdfProblem extends Error {
  /** The status of the server's answer where that was the reason, else null. */
  readonly status: number | null;

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PdfProblem';
    this.status = options.status ?? null;
  }
}

/** The problem behind an answer that is no success. The texts are fixed; those of pdf.js 6 differ. */
export function problemOfStatus(status: number, url: string): PdfProblem {
  const message =
    status === 404 ? `Missing PDF "${url}".` : `Unexpected server response (${status}) while retrieving PDF "${url}".`;
  return new PdfProblem(message, { status });
}

/** Any error as a problem; what pdf.js says about a broken file is of no use to a reader and is kept as cause. */
export function toProblem(error: unknown): PdfProblem {
  return error instanceof PdfProblem ? error : new PdfProblem(failedToLoad, { cause: error });
}
