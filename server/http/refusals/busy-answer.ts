import { Problem } from '#contract/problems.ts';
import { retryPage, retryPagePolicy } from './retry-page.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Delay, in seconds, after which a refused client may try again. */
export const retryAfterSeconds = 5;

const text = 'Examshelf is very busy at the moment. Please try again in a few seconds.';

/** Returns the refusal under load below `/v1`: 503 with `Retry-After`. */
export function busyProblem(cause?: unknown): Problem {
  return new Problem('general_service_unavailable', text, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * True if a person follows a link, by the method and the header `Accept`: browsers name HTML only then. Programs, and
 * requests of scripts, get JSON below `/v1`.
 */
export function isFollowed(method: string | undefined, accept: string | undefined): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept ?? '');
}

/** Makes the refusal for a person: small, plain, and quick to make. Without arguments it is the one under load. */
export function makeBusyPage(message = text, retryAfter = String(retryAfterSeconds)) {
  const body = retryPage(message.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  return {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': retryPagePolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': cacheControl.never,
      'retry-after': retryAfter,
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  } as const;
}

/** Made once: refusing must be as cheap as possible. */
export const busyPage = makeBusyPage();
