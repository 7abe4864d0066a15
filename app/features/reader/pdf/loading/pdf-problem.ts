import * as words from '#messages/reader/pdf.ts';

/** A PDF that can't be read. The message is for the user. */
export class PdfProblem extends Error {
  /** Status of the server's response if it caused the problem, else null. */
  readonly status: number | null;
  /** The likely cause if a program or the network responded in place of the library; else null. */
  readonly taken: TakenBy | null;

  constructor(message: string, options: { status?: number; taken?: TakenBy | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'PdfProblem';
    this.status = options.status ?? null;
    this.taken = options.taken ?? null;
  }
}

/** A program on the user's computer that downloads the file itself, or a network that requires a sign-in first. */
export type TakenBy = 'program' | 'network';

/**
 * Returns the problem for a response with a status of success that is not a file. Our server never sends one: download
 * managers respond with 204 or no content, sign-in pages of networks with HTML. Null for a response that may be a file.
 */
export function problemOfTakenAnswer(response: Response, url: string): PdfProblem | null {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  const isNothing = status !== 206 && (status !== 200 || headers.get('content-length') === '0');
  if (!isNothing && !/^text\/html\b/i.test(type)) return null;
  return new PdfProblem(words.unexpectedResponse(status, url), { status, taken: isNothing ? 'program' : 'network' });
}

/** Returns the problem for a whole file without a byte. */
export function problemOfEmptyFile(status: number, url: string): PdfProblem {
  return new PdfProblem(words.unexpectedResponse(status, url), { status, taken: 'program' });
}

/** Returns the problem for an unsuccessful response. The specification gives the texts; those of pdf.js 6 differ. */
export function problemOfStatus(status: number, url: string): PdfProblem {
  const message = status === 404 ? words.missingFile(url) : words.unexpectedResponse(status, url);
  return new PdfProblem(message, { status });
}

/** Returns the problem of an offline file that is damaged and can't be fetched again without a connection. */
export function savedIsDamaged(status: number): PdfProblem {
  return new PdfProblem(words.savedCopyDamaged, { status });
}

/**
 * Converts any error to a problem. The message of pdf.js about a damaged file does not help a user, so the error
 * becomes only the cause.
 */
export function toProblem(error: unknown): PdfProblem {
  return error instanceof PdfProblem ? error : new PdfProblem(words.failedToLoad, { cause: error });
}
