/** Explains why a request of the panel failed. */

import type { ProblemType } from '#contract/problems.ts';

/** By the type of the API's error. The server's message follows, in most cases with details. */
export const openings: Readonly<Partial<Record<ProblemType, string>>> = {
  storage_file_empty: 'The file is empty.',
  storage_file_type_unsupported: 'This kind of file isn’t accepted.',
  storage_invalid_file_size: 'The file is too large.',
  storage_invalid_file: 'The file couldn’t be uploaded.',
  storage_invalid_content_range: 'The file changed while it was being sent. Choose it again.',
  storage_file_not_found: 'The file is no longer there. Choose it again.',
  storage_file_already_exists: 'Another file already has this name in the library. Choose the file again.',
  document_invalid_structure: 'The library didn’t accept these details.',
  document_already_exists: 'This has already been published.',
  document_not_found: 'This no longer exists. Someone may have deleted it.',
  general_resource_locked: 'This is in use.',
  general_rate_limit_exceeded: 'Too many attempts. Wait a little and try again.',
  general_unknown_origin: 'The server doesn’t accept requests from this address.',
  user_blocked: 'This account is blocked.',
  user_invalid_credentials: 'Wrong email or password.',
};

/** The sentences about a problem, and a message of the server that is known only in English on a page in another language. */
export type Explanation = { text: string; quotation: string | null };

/** Explains an error of the API by its type and the server's message, which has details in most cases. */
export function withDetails(type: string, message: string): Explanation {
  const opening = (openings as Readonly<Record<string, string | undefined>>)[type];
  if (!opening) return { text: message, quotation: null };
  const isComplete = isSaidAlready(opening, message);
  return { text: isComplete ? message || opening : `${opening} ${message}`, quotation: null };
}

/** True if the message already begins as the opening does, to prevent two sentences with the same beginning. */
function isSaidAlready(opening: string, message: string): boolean {
  return message.length === 0 || opening.slice(0, 12).toLowerCase() === message.slice(0, 12).toLowerCase();
}

/** Adds the server's message as a quotation. */
export const quoting = <Piece>(text: string, quotation: Piece) => [`${text} “`, quotation, '”'] as const;

export const unreachable = 'Can’t reach the library.';
export const unreachableTryAgain = 'Can’t reach the library. Check your connection and try again.';
export const signedOut = 'You’re signed out.';
export const signedOutTryAgain = 'You’re signed out. Try again and enter your password to continue; nothing is lost.';
export const notAllowed = 'This account isn’t allowed to do that. Sign in as an administrator.';
export const serverFailed = 'Something went wrong on the server. Try again later.';
export const failed = 'Something went wrong. Try again.';

/** Making a PDF of photographs failed for a reason that is not known. */
export const pdfFailed = 'The PDF couldn’t be made.';
