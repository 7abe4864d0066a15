import type { ProblemBody } from '#contract/problems.ts';
import * as words from '#messages/session/library-error.ts';

/**
 * A response of our own calls with status 400 or more, as described by the API. The SDK's `AppwriteException` has the
 * same properties. In a separate file from the explanations of errors, because visitors' pages include this one.
 */
export class LibraryError extends Error {
  readonly code: number;
  readonly type: string;
  /** The body of the response. */
  readonly response: unknown;

  constructor(code: number, body: Partial<ProblemBody>) {
    super(body.message ?? words.responded(code));
    this.name = 'LibraryError';
    this.code = code;
    this.type = body.type ?? '';
    this.response = body;
  }
}
