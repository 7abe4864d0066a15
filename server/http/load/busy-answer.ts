import { Problem } from '#contract/problems.ts';

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

const html = `<!doctype html>
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

/** The refusal under load for a page: small, plain, and quick to make. */
export const busyPage = {
  status: 503,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
    'content-length': String(Buffer.byteLength(html)),
  },
  body: html,
} as const;
