import { Problem } from '#contract/problems.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Returns a page that needs no further requests, with the reason of a refusal and a link to the same address. */
export function retryPage(text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Please try again · Examshelf</title>
<style>
body { margin: 0 auto; max-width: 32rem; padding: 4rem 1.5rem; font: 1.125rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem }
a { display: inline-block; padding: .625rem 0; color: inherit }
</style>
<h1>Please try again</h1>
<p>${text}</p>
<p><a href="">Try again</a></p>
</html>
`;
}

/** Policy that allows the style of `retryPage` and nothing else. */
export const retryPagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

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
 * True if a person follows a link, judged by the method and the `Accept` header: only then, browsers name HTML. Below
 * `/v1`, programs and scripts get JSON.
 */
export function isFollowed(method: string | undefined, accept: string | undefined): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept ?? '');
}

/**
 * Makes the page that refuses a person's request: small, plain, and quick to make. By default, its text is that of a
 * refusal under load.
 */
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
