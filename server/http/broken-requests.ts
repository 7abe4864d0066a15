import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '#contract/problems.ts';
import { baseHeaders } from './answers/base-headers.ts';
import { closeInOrder } from './connections/close-in-order.ts';
import { sharingHeaders, type OriginRules } from './appwrite/cross-origin.ts';
import { answerProblem } from './answers/errors.ts';

/**
 * How large the first line and the headers of a request may be together. One query of 4096 characters in any script is
 * 37 kB on the wire; docs/decisions/0016 says why not more.
 */
export const maxHeaderBytes = 128 * 1024;

/** What is read of an oversized request beyond its limit, and for how long, to learn which page asks. */
const searchedBytes = 256 * 1024;
const searchedMs = 2000;

type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer };

/**
 * Answers what the HTTP parser refuses in words: the contract's error, with its CORS headers where the asking page's
 * origin can still be learnt, the connection closed in order. Which address was asked for is not known any more. While
 * an earlier answer on the connection is unfinished, the connection is broken off instead: the error would be read as
 * that answer, or as part of it.
 */
export function answerBrokenRequests(server: Server, rules: OriginRules): void {
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>();
  const latest = new WeakMap<Socket, ServerResponse>();
  for (const event of ['request', 'checkContinue'] as const)
    server.on(event, ({ socket }, response) => {
      const answers = unfinished.get(socket) ?? new Set();
      unfinished.set(socket, answers.add(response));
      latest.set(socket, response);
      response.once('close', () => answers.delete(response));
    });
  server.on('clientError', (error: BrokenRequest, socket: Socket) => {
    // A request that is not complete is the broken one itself: the error may be its answer, unless another has begun.
    const isAnswering = [...(unfinished.get(socket) ?? [])].some(
      ({ headersSent, req, writableFinished }) => !writableFinished && (headersSent || req.complete),
    );
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    // In the body of a request that is answered already, or after an answer that was the last one: nobody is waiting.
    const last = latest.get(socket);
    if (last?.writableFinished && (!last.req.complete || !last.shouldKeepAlive)) {
      closeInOrder(socket, socket.removeAllListeners('data'));
      return;
    }
    const answer = async (head: string) => {
      const { problem, status } = findProblem(error);
      const response = answerProblem(problem, status);
      const origin = /\r\norigin:[ \t]*([^\r\n]*)/i.exec(head)?.[1]?.trim();
      const headers = [...response.headers, ...sharingHeaders(origin, rules), ...baseHeaders, ['connection', 'close']];
      const body = Buffer.from(await response.arrayBuffer());
      const lines = [...headers, ['content-length', body.length]].map(([name, value]) => `${name}: ${value}\r\n`);
      if (!socket.writable) return;
      socket.write(`HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : 'Bad Request'}\r\n${lines.join('')}\r\n`);
      socket.write(body);
      // Takes the connection away from the parser, which would complain of every further piece.
      closeInOrder(socket, socket.removeAllListeners('data'));
    };
    const start = error.rawPacket?.toString('latin1') ?? '';
    if (error.code === 'HPE_HEADER_OVERFLOW') readOn(socket, start, (head) => void answer(head));
    else void answer(start);
  });
}

/** Reads to the end of the headers, as far as that is worth it; hands over what was seen, whose beginning is missing. */
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
