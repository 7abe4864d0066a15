import { refusedBytes, type ProblemType } from '#contract/problems.ts';
import * as words from '#messages/session/library-problem.ts';

/** Errors between the panel and the library, thrown by the SDK, our upload client or the network. */

/** The server could not be reached, or the connection was lost before it responded. */
export class NetworkFailure extends Error {
  constructor(cause?: unknown) {
    super(words.unreachable, { cause });
    this.name = 'NetworkFailure';
  }
}

/** The user cancelled the dialog that asks for the password after the session has ended. */
export class SignInDeclined extends Error {
  constructor() {
    super(words.signedOut);
    this.name = 'SignInDeclined';
  }
}

/** Returns the contract's error in a thrown value, or null if the value is something else. */
export function problemOf(error: unknown): { code: number; type: string; message: string } | null {
  if (!(error instanceof Error) || !('code' in error) || !('type' in error)) return null;
  const { code, type, message } = error;
  return typeof code === 'number' && code >= 400 && typeof type === 'string' ? { code, type, message } : null;
}

/** True if the server sent no response. The SDK passes on the browser's `TypeError`. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof NetworkFailure || error instanceof TypeError;
}

/** True if the library does not accept the bytes of a file: sending the same file again is refused again. */
export function isRefusedFile(error: unknown): boolean {
  const type = problemOf(error)?.type;
  return refusedBytes.some((each) => each === type);
}

/** True for a call that the user cancelled. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** True if the session is no longer valid: signed out elsewhere, expired, or ended by a page load. */
export function isSignedOutProblem(error: unknown): boolean {
  const problem = problemOf(error);
  return (
    problem?.code === 401 && (problem.type === 'user_unauthorized' || problem.type === 'general_unauthorized_scope')
  );
}

/** True if a list that could not be loaded is retried automatically; false if the response would be the same. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  if (error instanceof SignInDeclined) return false;
  const problem = problemOf(error);
  return failures < 3 && (problem === null || problem.code >= 500);
}

/** Types of refusals that can end although the request stays the same. */
const temporary = new Set(['storage_full', 'general_rate_limit_exceeded', 'general_resource_locked']);

/** True if the same request may succeed later; false if the server refused its content. */
export function isWorthSendingAgain(error: unknown): boolean {
  if (error instanceof SignInDeclined || isNetworkFailure(error)) return true;
  const problem = problemOf(error);
  if (problem === null) return false;
  return problem.code >= 500 || isSignedOutProblem(error) || temporary.has(problem.type);
}

/** Types for which our text is complete without the server's message. */
const complete = new Set<string>([
  'user_invalid_credentials',
  'user_blocked',
  'general_rate_limit_exceeded',
] satisfies ProblemType[]);

/** Types of problems of the server's machine, which only the server can explain. */
const saidByServer = new Set<string>(['storage_full', 'general_service_unavailable'] satisfies ProblemType[]);

/** Returns one or two sentences for the user: what happened and what to do. */
export function explainProblem(error: unknown): string {
  const { text, quotation } = explainInParts(error);
  return quotation === null ? text : words.quoting(text, quotation).join('');
}

/**
 * Returns the same in two parts: the sentences in the language of the page, and a message of the server that is known
 * only in English.
 */
export function explainInParts(error: unknown): words.Explanation {
  if (error instanceof SignInDeclined) return { text: words.signedOutTryAgain, quotation: null };
  if (isNetworkFailure(error)) return { text: words.unreachableTryAgain, quotation: null };
  const problem = problemOf(error);
  if (problem === null) {
    const text = error instanceof Error && error.message ? error.message : words.failed;
    return { text, quotation: null };
  }
  const { code, type, message } = problem;
  if (isSignedOutProblem(error)) return { text: words.notAllowed, quotation: null };
  if (code >= 500 && !(saidByServer.has(type) && message)) return { text: words.serverFailed, quotation: null };
  // A response without a body has our own message.
  if (type === '') return { text: message, quotation: null };
  return words.withDetails(type, complete.has(type) ? '' : message);
}
