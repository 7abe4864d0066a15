import type { Context } from 'hono';
import type { Logger } from 'pino';
import { Problem, type ProblemBody } from '#contract/problems.ts';
import { answerFault } from '#server/machinery/faults/fault-answers.ts';
import type { FaultWatch } from '#server/machinery/faults/fault-watch.ts';
import { isFollowed, makeBusyPage } from '#server/http/refusals/busy-answer.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

/** Version of the API that error responses state. Clients only show it; programs use the error type. */
const version = '1.9.6';

/**
 * Builds the error response in Appwrite's form. `status` replaces the type's status if it is more specific: 410 for a
 * deleted item. `more` has further fields, which only our own addresses send.
 */
export function answerProblem(problem: Problem, status = problem.status, more: object = {}): Response {
  return new Response(JSON.stringify({ ...problemBody(problem, status), ...more }), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': cacheControl.never, ...problem.headers },
  });
}

/**
 * Returns the error response for a request that a person may have made: like `answerProblem`, but 503 is a page if the
 * person follows a link, as to the archive of a subject.
 */
export function answerProblemTo(c: Context, problem: Problem): Response {
  if (problem.status !== 503 || !isFollowed(c.req.method, c.req.header('accept'))) return answerProblem(problem);
  const { status, headers, body } = makeBusyPage(problem.message, problem.headers['Retry-After']);
  return new Response(c.req.method === 'HEAD' ? null : body, { status, headers });
}

/** Returns the body of the response as JSON. */
export function problemBody(problem: Problem, status = problem.status): ProblemBody {
  return { message: problem.message, code: status, type: problem.type, version };
}

/**
 * Converts any failure to a Problem. Returns a Problem unchanged, and also a fault of the machine, which is logged once
 * and not for every request (server/machinery/faults). Everything else becomes 500 `general_unknown`, without any
 * internals, and is logged with its cause. The failure of a request whose client disconnected is not logged as an
 * error.
 */
export function toProblem(error: unknown, c: Context, log: Logger, faults: Pick<FaultWatch, 'note'>): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500 && error.cause !== undefined)
      log.error({ err: error.cause, path: c.req.path }, error.message);
    return error;
  }
  const line = { err: error, method: c.req.method, path: c.req.path };
  if (isCutOff(error)) {
    log.debug(line, 'the client disconnected');
    return new Problem('general_bad_request', 'The connection broke before the request was complete.');
  }
  const fault = faults.note(error);
  if (fault) {
    log.debug({ ...line, fault }, 'a request failed because of a fault of the machine');
    return answerFault(fault);
  }
  log.error(line, 'a request failed unexpectedly');
  return new Problem('general_unknown', 'Server Error');
}

const cutOffCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && cutOffCodes.has(error.code);
}
