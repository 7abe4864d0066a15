import { Problem } from '#contract/problems.ts';
import { bodyTooLarge, strangerBytes } from './receive-body.ts';

/**
 * Parses a received body as a JSON object; an empty body is an empty object. Throws Problem `general_argument_invalid`
 * for anything else, and for a body larger than a visitor may send.
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
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
