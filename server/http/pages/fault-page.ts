import { answerFault } from '#server/machinery/faults/fault-answers.ts';
import type { Fault } from '#server/machinery/faults/read-fault.ts';
import { retryPage, retryPagePolicy } from '#server/http/refusals/busy-answer.ts';
import { pageHeaders } from '#server/http/responses/security-headers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Returns the page for a visitor when the machine under the server fails: 503, small, with the reason. */
export function answerFaultPage(fault: Fault): Response {
  const { message, headers } = answerFault(fault);
  return new Response(retryPage(message), {
    status: 503,
    headers: {
      ...pageHeaders,
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': retryPagePolicy,
      'cache-control': cacheControl.never,
    },
  });
}
