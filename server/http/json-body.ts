import { Problem } from '#contract/problems.ts';
import { bodyOf } from './request-body.ts';
import type { ContractContext } from './request-context.ts';

/** Far above any record: titles and names are bounded at 255 characters. */
const maxBodyBytes = 1024 * 1024;

/**
 * The JSON object a request carries; an empty body is an empty object. Throws Problem `general_argument_invalid` for
 * anything else and for more than 1 MB, without reading further (contract 2.3).
 */
export async function readJsonBody(c: ContractContext): Promise<Record<string, unknown>> {
  const text = await readText(c);
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

async function readText(c: ContractContext): Promise<string> {
  const announced = c.req.header('content-length');
  if (announced !== undefined) {
    if (Number(announced) > maxBodyBytes) throw tooLarge();
    return c.req.raw.text();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(c).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(): Problem {
  return new Problem('general_argument_invalid', 'The request body is larger than 1 MB.');
}
