import { refusedBytes } from '#contract/problems.ts';

/** Errors between the panel and the library, thrown by the SDK, our upload client or the network. */

/** The server could not be reached, or the connection was lost before it responded. */
export class NetworkFailure extends Error {
  constructor(cause?: unknown) {
    super('The library could not be reached.', { cause });
    this.name = 'NetworkFailure';
  }
}

/** The user cancelled the dialog that asks for the password after the session has ended. */
export class SignInDeclined extends Error {
  constructor() {
    super('You are signed out.');
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

/** Our description of a problem; the server's message adds details. */
const openings: Record<string, string> = {
  storage_file_empty: 'The file is empty.',
  storage_file_type_unsupported: 'This kind of file is not accepted.',
  storage_invalid_file_size: 'The file is too large.',
  storage_invalid_file: 'The file could not be uploaded.',
  storage_invalid_content_range: 'The file changed while it was being sent. Choose it again.',
  storage_file_not_found: 'The file is no longer there. Choose it again.',
  storage_file_already_exists: 'Another file already has this name in the library. Choose the file again.',
  document_invalid_structure: 'The library did not accept these details.',
  document_already_exists: 'This has already been published.',
  document_not_found: 'It is no longer there. Someone may have deleted it.',
  general_resource_locked: 'This is in use.',
  general_rate_limit_exceeded: 'Too many attempts. Wait a little and try again.',
  general_unknown_origin: 'The server does not accept requests from this address.',
  user_blocked: 'This account is blocked.',
  user_invalid_credentials: 'Wrong email or password.',
};

/** Types for which our text is complete without the server's message. */
const complete = new Set(['user_invalid_credentials', 'user_blocked', 'general_rate_limit_exceeded']);

/** Types of problems of the server's machine, which only the server can explain. */
const saidByServer = new Set(['storage_full', 'general_service_unavailable']);

/** Returns one or two sentences for the user: what happened and what to do. */
export function explainProblem(error: unknown): string {
  if (error instanceof SignInDeclined)
    return 'You are signed out. Try again and enter your password to continue; nothing is lost.';
  if (isNetworkFailure(error)) return 'The library could not be reached. Check your connection and try again.';
  const problem = problemOf(error);
  if (problem === null)
    return error instanceof Error && error.message ? error.message : 'Something went wrong. Try again.';
  if (isSignedOutProblem(error)) return 'This account is not allowed to do that. Sign in as an administrator.';
  if (saidByServer.has(problem.type) && problem.message) return problem.message;
  if (problem.code >= 500) return 'Something went wrong on the server. Try again later.';
  const opening = openings[problem.type];
  if (!opening) return problem.message;
  if (complete.has(problem.type)) return opening;
  return isSaidAlready(opening, problem.message) ? problem.message || opening : `${opening} ${problem.message}`;
}

/** True if the message already begins as the opening does, to prevent two sentences with the same beginning. */
function isSaidAlready(opening: string, message: string): boolean {
  return message.length === 0 || opening.slice(0, 12).toLowerCase() === message.slice(0, 12).toLowerCase();
}
