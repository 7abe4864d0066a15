import { Problem } from '#contract/problems.ts';
import { retryPage, retryPagePolicy } from '#server/http/answers/retry-page.ts';

/** After how many seconds a refused client may try again. */
export const retryAfterSeconds = 5;

const text = 'Examshelf is very busy at the moment. Please try again in a few seconds.';

/** The refusal under load below `/v1`: 503 with `Retry-After`. */
export function busyProblem(cause?: unknown): Problem {
  return new Problem('general_service_unavailable', text, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    ...(cause === undefined ? {} : { cause }),
  });
}

const html = retryPage(text);

/** The refusal under load for a page: small, plain, and quick to make. */
export const busyPage = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': retryPagePolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'content-length': String(Buffer.byteLength(html)),
  },
  body: html,
} as const;
