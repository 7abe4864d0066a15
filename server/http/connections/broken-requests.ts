import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '#contract/problems.ts';
import { baseHeaders } from '#server/http/responses/base-headers.ts';
import { closeInOrder } from '#server/http/requests/close-in-order.ts';
import { sharingHeaders, type OriginRules } from '#server/http/requests/cross-origin.ts';
import { answerProblem, problemBody } from '#server/http/responses/errors.ts';

/**
 * Maximum total size of the first line and the headers of a request. One query of 4096 characters in any script is 37
 * kB on the wire; docs/decisions/0016 has the reasons for the limit.
 */
export const maxHeaderBytes = 128 * 1024;

/** Limits in bytes and ms for reading further in an oversized request, to find its `Origin`. */
const searchedBytes = 256 * 1024;
const searchedMs = 2000;

type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Responds to requests that the HTTP parser rejects with the contract's error, with CORS headers if the page's origin
 * can still be found, and closes the connection in order. The requested address is no longer known. If an earlier
 * response on the connection is unfinished, destroys the connection instead, because the client would take the error
 * for that response or a part of it. No request gets two responses: a single step checks if the handler has responded,
 * writes the error and closes our side of the connection; after that, the handler's own response is discarded.
 */
export function answerBrokenRequests(server: Server, rules: OriginRules): void {
  const open = new WeakMap<Socket, Set<ServerResponse>>();
  const latest = new WeakMap<Socket, ServerResponse>();
  const broken = new WeakSet<Socket>();
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const)
    server.on(event, ({ socket }, response) => {
      const answers = open.get(socket) ?? new Set();
      open.set(socket, answers.add(response));
      latest.set(socket, response);
      response.once('close', () => answers.delete(response));
    });
  server.on('clientError', (error: BrokenRequest, socket: Socket) => {
    // The parser reports every further piece, and a timeout may follow: all belong to the same broken request.
    if (broken.has(socket)) return;
    broken.add(socket);
    const answers = [...(open.get(socket) ?? [])];
    // A request that is not complete is the broken one itself: the error may be its response, unless another has begun.
    const isAnswering = answers.some(
      ({ headersSent, req, writableFinished }) => !writableFinished && (headersSent || req.complete),
    );
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    const last = latest.get(socket);
    const isInBody = last?.req.complete === false;
    // In the body of a request that already has a response, or after the last response: no client is waiting. For a
    // response that has just been written, Node has not decided yet whether it was the last one.
    if (
      answers.some(({ writableFinished }) => writableFinished) ||
      (last?.writableFinished && (isInBody || !last.shouldKeepAlive))
    ) {
      closeInOrder(socket, socket.removeAllListeners('data'));
      return;
    }
    const start = error.rawPacket?.toString('latin1') ?? '';
    const isHead = isInBody ? last.req.method === 'HEAD' : headRequest.test(start);
    const answer = (head: string) => {
      if (!socket.writable) return;
      const origin = /\r\norigin:[ \t]*([^\r\n]*)/i.exec(head)?.[1]?.trim();
      socket.write(writeAnswer(error, sharingHeaders(origin, rules), isHead));
      // Detaches the parser, which would report every further piece.
      closeInOrder(socket, socket.removeAllListeners('data'));
    };
    if (error.code === 'HPE_HEADER_OVERFLOW') readOn(socket, start, answer);
    else answer(start);
  });
}

/**
 * Matches a HEAD request. Its response has no body, because the client would take one for a second response. Before the
 * method there may be the rest of a body that came without its length, as Node's own client sends with DELETE and
 * OPTIONS.
 */
const headRequest = /^\s*\S*HEAD /;

/** Writes the whole response as bytes, because Node has no response object for a request that it could not parse. */
function writeAnswer(error: BrokenRequest, sharing: Iterable<[string, string]>, isHead: boolean): Buffer {
  const { problem, status } = findProblem(error);
  const body = Buffer.from(JSON.stringify(problemBody(problem, status)));
  const { headers } = answerProblem(problem, status);
  const lines = [...headers, ...sharing, ...baseHeaders, ['connection', 'close'], ['content-length', body.length]];
  const reason = status === 408 ? 'Request Timeout' : 'Bad Request';
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), ...(isHead ? [] : [body])]);
}

/**
 * Reads up to the end of the headers, within limits, and calls `done` with the bytes; the beginning of the headers is
 * missing.
 */
function readOn(socket: Socket, start: string, done: (head: string) => void): void {
  let seen = start;
  let isDone = false;
  const finish = () => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    done(seen);
  };
  const timer = setTimeout(finish, searchedMs);
  socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
    seen += bytes.toString('latin1');
    if (seen.includes('\r\n\r\n') || seen.length > searchedBytes) finish();
  });
  socket.once('end', finish).once('close', () => clearTimeout(timer));
  if (seen.includes('\r\n\r\n')) finish();
  else socket.resume();
}

function findProblem({ code }: BrokenRequest): { problem: Problem; status: number } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The address and headers of a request may have at most ${maxHeaderBytes / 1024} KB together. Send fewer or shorter queries.`;
    return { problem: new Problem('general_argument_invalid', message), status: 400 };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { problem: new Problem('general_bad_request', 'The request took too long to arrive.'), status: 408 };
  return { problem: new Problem('general_bad_request', 'This is not a valid HTTP request.'), status: 400 };
}
