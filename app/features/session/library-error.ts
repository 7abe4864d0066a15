import type { ProblemBody } from '#contract/problems.ts';

/**
 * An answer of status 400 or more, as the API tells it, received by our own calls. The SDK's `AppwriteException` has the
 * same properties. Apart from what explains it, because visitors' pages carry this along.
 */
export class LibraryError extends Error {
  readonly code: number;
  readonly type: string;
  /** The body of the answer. */
  readonly response: unknown;

  constructor(code: number, body: Partial<ProblemBody>) {
    super(body.message ?? `The server responded with status ${code}.`);
    this.name = 'LibraryError';
    this.code = code;
    this.type = body.type ?? '';
    this.response = body;
  }
}
