import type { IncomingMessage } from 'node:http';
import { Problem } from '#contract/problems.ts';
import { busyProblem } from '#server/http/refusals/busy-answer.ts';
import { hasBody } from './close-in-order.ts';

/** Maximum size of a body, time in which it must arrive, and size of all unfinished bodies together. */
export type BodyLimits = { bytes: number; ms: number; allBytes: number };

/**
 * The kind of client that sends a body, judged only by the headers of its request, because the session is not looked up
 * yet.
 */
export type Sender = 'administrator' | 'member' | 'stranger';

/**
 * Limits for accounts: far more than any record needs, because titles and names have at most 255 characters. A minute
 * is enough for 1 MB over a slow connection.
 */
const memberLimits: BodyLimits = { bytes: 1024 * 1024, ms: 60_000, allBytes: 32 * 1024 * 1024 };

/** Limit for visitors, who send an email address, a password and a name, or the arguments of a harvest. */
export const strangerBytes = 16 * 1024;

export const bodyLimits: Record<Sender, BodyLimits> = {
  administrator: memberLimits,
  member: memberLimits,
  stranger: { bytes: strangerBytes, ms: 15_000, allBytes: 4 * 1024 * 1024 },
};

/**
 * Number of first bytes of each body that do not count towards the budget: enough to sign in, so that no client that
 * uses up the budget can prevent others from signing in. The limit of connections (connection-limits.ts) also limits
 * the number of bodies.
 */
export const freeBytes = 1024;

/** Bodies that have arrived, or the reasons why they were not received. */
const received = new WeakMap<IncomingMessage, Buffer | Problem>();

/**
 * Receives the whole body of a request, then calls `next`. Calls it at once if there is no body, or if it is a form
 * with a file.
 */
export type BodyReceiver = (request: IncomingMessage, next: () => void) => void;

/**
 * Creates the function that receives bodies before their requests count as being worked on, so that a client that sends
 * slowly does not delay others. Stops reading a body that is too large, too slow or beyond the budget; the handler then
 * gets a Problem in place of the body (`bodyReceived`), so that errors come in their usual order.
 */
export function createBodyReceiver(parts: {
  senderOf: (request: IncomingMessage) => Sender;
  limits?: Record<Sender, BodyLimits>;
}): BodyReceiver {
  const { limits = bodyLimits } = parts;
  const budgets = {
    administrator: createBodyBudget(limits.administrator.allBytes),
    member: createBodyBudget(limits.member.allBytes),
    stranger: createBodyBudget(limits.stranger.allBytes),
  };

  return (request, next) => {
    if (!hasBody(request) || isFileForm(request)) {
      next();
      return;
    }
    const sender = parts.senderOf(request);
    void receive(request, limits[sender], budgets[sender], next);
  };
}

/**
 * Returns the received body of a request; empty if the request has none. Throws Problem `general_argument_invalid` if
 * it is larger than the client may send, `general_bad_request` if it did not arrive in time, and
 * `general_service_unavailable` if too many bodies were arriving.
 */
export function bodyReceived(request: IncomingMessage): Buffer {
  const body = received.get(request) ?? Buffer.alloc(0);
  if (body instanceof Problem) throw body;
  return body;
}

/** Returns the refusal of a body of more than `maxBytes`. */
export function bodyTooLarge(maxBytes: number): Problem {
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} KB`;
  return new Problem('general_argument_invalid', `The request body is larger than ${size}.`);
}

/** True for a body that is not received as a whole: a form with a file, which upload-body.ts reads as it arrives. */
function isFileForm({ headers }: IncomingMessage): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

async function receive(
  request: IncomingMessage,
  limits: BodyLimits,
  budget: BodyBudget,
  next: () => void,
): Promise<void> {
  try {
    received.set(request, await readBody(request, limits, budget));
  } catch (error) {
    received.set(
      request,
      error instanceof Problem ? error : new Problem('general_bad_request', cutOffReason, { cause: error }),
    );
  }
  // The server itself handles a connection that breaks from now on.
  request.on('error', () => undefined);
  if (!request.socket.destroyed) next();
}

type BodyBudget = ReturnType<typeof createBodyBudget>;

const cutOffReason = 'The connection broke before the request was complete.';

async function readBody(
  request: IncomingMessage,
  { bytes: maxBytes, ms }: BodyLimits,
  budget: BodyBudget,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const pieces: Buffer[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Problem('general_bad_request', 'The request took too long to arrive.')),
    ms,
  );
  const take = (piece: Buffer) => {
    try {
      if (size + piece.length > maxBytes) throw bodyTooLarge(maxBytes);
      budget.take(countedOf(size + piece.length) - countedOf(size));
      size += piece.length;
      pieces.push(piece);
    } catch (error) {
      request.off('data', take);
      reject(error);
    }
  };
  const cutOff = () => reject(new Problem('general_bad_request', cutOffReason));
  if (request.readableEnded) resolve();
  else if (request.destroyed) cutOff();
  request.on('data', take).once('end', resolve).once('error', reject).once('close', cutOff);
  try {
    await promise;
    return Buffer.concat(pieces);
  } finally {
    clearTimeout(timer);
    budget.giveBack(countedOf(size));
    request.off('data', take).off('end', resolve).off('error', reject).off('close', cutOff);
    // The refused rest stays unread, up to the limits of close-in-order.ts.
    if (!request.readableEnded) request.pause();
  }
}

function countedOf(bytes: number): number {
  return Math.max(0, bytes - freeBytes);
}

/**
 * Counts the bytes of incomplete bodies in memory. Throws Problem `general_service_unavailable` for bytes that would
 * exceed the budget.
 */
function createBodyBudget(maxBytes: number): { take(bytes: number): void; giveBack(bytes: number): void } {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maxBytes) throw busyProblem();
      held += bytes;
    },
    giveBack(bytes) {
      held -= bytes;
    },
  };
}
