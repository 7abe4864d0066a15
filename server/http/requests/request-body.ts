import { Readable } from 'node:stream';
import { Problem } from '#contract/problems.ts';
import { bodyReceived, bodyTooLarge, strangerBytes } from './receive-body.ts';
import type { ContractContext } from './request-context.ts';

/**
 * Returns the body of a request other than a form with a file, which arrived before the request was worked on. Throws the
 * Problems of `bodyReceived`.
 */
export async function bodyOf(c: ContractContext): Promise<Buffer> {
  if (c.env?.incoming) return bodyReceived(c.env.incoming);
  return Buffer.from(await c.req.arrayBuffer());
}

/** The minimum rate at which a form with a file must arrive. */
export type LeastRate = { bytes: number; inMs: number };

/** 1 KB/s, measured over a minute: a 5 MB part over the slowest mobile network arrives ten times as fast. */
export const leastUploadRate: LeastRate = { bytes: 60 * 1024, inMs: 60_000 };

/**
 * Returns the body of a form with a file as it arrives: the raw connection if there is one, which is fastest and has back
 * pressure. Must not be destroyed by its reader: the response is sent on the same connection.
 */
export function formOf(c: ContractContext): Readable {
  if (c.env?.incoming) return c.env.incoming;
  return c.req.raw.body
    ? Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
    : Readable.from([]);
}

/**
 * Calls `refuse` with a Problem if fewer bytes than `rate` arrive from `source` in its time. An interval in which the
 * reader itself paused the source does not count. Returns a function that stops the check.
 */
export function requireRate(source: Readable, refuse: (reason: Problem) => void, rate = leastUploadRate): () => void {
  let bytes = 0;
  let wasPaused = source.isPaused();
  const count = (piece: Buffer) => {
    bytes += piece.length;
  };
  const notePause = () => {
    wasPaused = true;
  };
  source.on('data', count).on('pause', notePause);
  const timer = setInterval(() => {
    const isTooSlow = bytes < rate.bytes && !wasPaused;
    bytes = 0;
    wasPaused = source.isPaused();
    if (isTooSlow)
      refuse(
        new Problem(
          'general_bad_request',
          `The upload was stopped: less than ${rate.bytes / 1024} KB arrived in ${rate.inMs / 1000} seconds. Try again on a faster network.`,
        ),
      );
  }, rate.inMs);
  return () => {
    clearInterval(timer);
    source.off('data', count).off('pause', notePause);
  };
}

/**
 * Parses a received body as a JSON object; an empty body is an empty object. Throws Problem `general_argument_invalid`
 * for anything else, and for more than a visitor may send.
 */
export function parseJsonBody(bytes: Buffer, isVisitor: boolean): Record<string, unknown> {
  if (isVisitor && bytes.length > strangerBytes) throw bodyTooLarge(strangerBytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new Problem('general_argument_invalid', 'The request body is not valid JSON.', { cause });
  }
  if (!isRecord(body)) throw new Problem('general_argument_invalid', 'The request body must be a JSON object.');
  return body;
}

/** True for a JSON object: neither null nor an array. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
