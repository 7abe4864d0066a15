import { Problem } from '#contract/problems.ts';

/** The reasons why no picture can be made, in the words of the error message. */
export const refusalReasons = {
  locked: 'it needs a password',
  damaged: 'it looks damaged',
  'too-large': 'it is too large or too complicated',
} as const;

const laterSeconds = 5;

export function tryLater(): Problem {
  return new Problem(
    'general_service_unavailable',
    'Too many pictures are being made right now. Please try again in a moment.',
    { headers: { 'Retry-After': String(laterSeconds) } },
  );
}

export function notFound(): Problem {
  return new Problem('storage_file_not_found', 'The requested file could not be found.');
}

export function unpicturable(why: string): Problem {
  return new Problem('storage_bucket_transformations_disabled', `This file cannot be shown as a picture: ${why}.`);
}

export function noSuchPage(pageCount: number | null): Problem {
  const most = pageCount === null ? '' : ` to ${pageCount}`;
  return new Problem('general_argument_invalid', `Invalid \`page\` param: must be a whole number from 1${most}.`);
}
