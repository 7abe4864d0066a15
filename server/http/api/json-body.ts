import { Problem } from '#contract/problems.ts';
import { createBodyBudget } from './body-budget.ts';
import { bodyOf } from './request-body.ts';
import type { ContractContext } from './request-context.ts';

/** The size of a body, the time it may take to arrive, and the size of all unfinished bodies together. */
export type BodyLimits = { bytes: number; ms: number; allBytes: number };

/**
 * For signed-in accounts: far more than any record has, whose titles and names have at most 255 characters. A minute is
 * enough for 1 MB over a slow line.
 */
const memberLimits: BodyLimits = { bytes: 1024 * 1024, ms: 60_000, allBytes: 32 * 1024 * 1024 };

/**
 * The beginning of a body, which does not count towards the budget: enough to sign in. So no client that fills the
 * budget can keep others from signing in. How many bodies there are is limited by the number of requests
 * (admission.ts).
 */
const freeBytes = 1024;

/** For visitors, who send an email address, a password and a name. */
const strangerLimits: BodyLimits = { bytes: 16 * 1024, ms: 15_000, allBytes: 4 * 1024 * 1024 };

export type JsonBodyReader = (c: ContractContext, isStranger: boolean) => Promise<Record<string, unknown>>;

/**
 * Makes the function that reads the JSON object in a request; an empty body is an empty object. Throws Problem
 * `general_argument_invalid` for anything else and for more than the limit, without reading further,
 * `general_bad_request` for what does not arrive in time, `general_service_unavailable` when the budget is used up.
 */
export function createJsonBodyReader(
  limits: { member: BodyLimits; stranger: BodyLimits } = { member: memberLimits, stranger: strangerLimits },
): JsonBodyReader {
  const memberBudget = createBodyBudget(limits.member.allBytes);
  const strangerBudget = createBodyBudget(limits.stranger.allBytes);
  return async (c, isStranger) => {
    const text = isStranger
      ? await readText(c, limits.stranger, strangerBudget)
      : await readText(c, limits.member, memberBudget);
    if (text.trim() === '') return {};
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      throw new Problem('general_argument_invalid', 'The request body is not valid JSON.', { cause });
    }
    if (!isRecord(body)) throw new Problem('general_argument_invalid', 'The request body must be a JSON object.');
    return body;
  };
}

/** True for a JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readText(
  c: ContractContext,
  { bytes: maxBytes, ms }: BodyLimits,
  budget: ReturnType<typeof createBodyBudget>,
): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const source = bodyOf(c);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Problem('general_bad_request', 'The request took too long to arrive.')),
    ms,
  );
  const take = (chunk: Uint8Array) => {
    try {
      if (size + chunk.byteLength > maxBytes) throw tooLarge(maxBytes);
      budget.take(counted(size + chunk.byteLength) - counted(size));
    } catch (error) {
      source.off('data', take).pause();
      reject(error);
      return;
    }
    size += chunk.byteLength;
    chunks.push(chunk);
  };
  const cutOff = () => reject(new Problem('general_bad_request', 'The request was cut off.'));
  if (source.readableEnded) resolve();
  else if (source.destroyed) cutOff();
  source.on('data', take).once('end', resolve).once('error', reject).once('close', cutOff);
  try {
    await promise;
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
    budget.giveBack(counted(size));
    source.off('data', take).off('end', resolve).off('error', reject).off('close', cutOff);
    // The server itself handles a connection that breaks from now on.
    source.on('error', () => undefined);
  }
}

function counted(bytes: number): number {
  return Math.max(0, bytes - freeBytes);
}

function tooLarge(maxBytes: number): Problem {
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MB` : `${maxBytes / 1024} KB`;
  return new Problem('general_argument_invalid', `The request body is larger than ${size}.`);
}
