import { answerFault } from '#server/faults/fault-answers.ts';
import type { Fault } from '#server/faults/read-fault.ts';
import { pageHeaders } from '#server/http/answers/security-headers.ts';

/**
 * The page for a visitor when the machine under the server fails: 503, small, without anything that must be fetched.
 */
export function answerFaultPage(fault: Fault): Response {
  const { message, headers } = answerFault(fault);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Please try again in a moment</title>
<h1>Please try again in a moment</h1>
<p>${message}</p>
</html>
`;
  return new Response(html, {
    status: 503,
    headers: {
      ...pageHeaders,
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  });
}
