import { z } from 'zod';
import type { HarvestRange } from '#server/library/harvest/harvest-service.ts';
import { OaiProblem } from './oai-problem.ts';

/**
 * The content of a resumption token: the list, the position to continue from, and the number of records before that.
 */
export type Resumption = { verb: 'ListRecords' | 'ListIdentifiers'; range: HarvestRange; delivered: number };

const position = z.int().min(0);
const facultyId = z.string().min(1).max(255).nullable();
const token = z.union([
  z.tuple([z.enum(['ListRecords', 'ListIdentifiers']), z.literal('number'), position, facultyId, position]),
  z.tuple([z.enum(['ListRecords', 'ListIdentifiers']), z.literal('revision'), position, facultyId, position, position]),
]);

/** Maximum length of a token, longer than any that this server makes. */
const maxLength = 1500;

/**
 * Writes the whole state of a list, so that the server stores nothing for a harvester and a token never expires. The
 * token is not signed: with a forged one a client can read only public records.
 */
export function writeResumptionToken({ verb, range, delivered }: Resumption): string {
  const { order, after, facultyId: set } = range;
  const fields: z.infer<typeof token> =
    order === 'number' ? [verb, order, after, set, delivered] : [verb, order, after, set, delivered, range.upTo];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Parses a token. Throws OaiProblem `badResumptionToken` for anything but a token for this verb. */
export function readResumptionToken(text: string, verb: string): Resumption {
  const parsed = token.safeParse(text.length > maxLength ? null : parseJson(text));
  if (!parsed.success || parsed.data[0] !== verb)
    throw new OaiProblem('badResumptionToken', 'This is not a resumption token for this list. Begin the list again.');
  const [known, order, after, set, delivered, upTo = 0] = parsed.data;
  const range: HarvestRange =
    order === 'number' ? { order, after, facultyId: set } : { order, after, facultyId: set, upTo };
  return { verb: known, range, delivered };
}

function parseJson(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return null;
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
