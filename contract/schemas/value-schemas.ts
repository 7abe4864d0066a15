import { z } from 'zod';
import { defaultLanguage, languages } from '#contract/languages.ts';
import { uniqueId } from '#contract/new-id.ts';
import { maxPermissions, permissionForm } from '#contract/permissions.ts';
import { problemStatuses, type ProblemType } from '#contract/problems.ts';
import { queryLimits } from '#contract/query.ts';
import { identifierForm } from '#domain/identifier.ts';

/**
 * The values in requests and responses of the contract, as schemas: they check requests and describe them in `/v1/openapi.json`.
 * Server only; the browser uses their types.
 */

const idRule = 'must be 1 to 36 characters of A-Z a-z 0-9 . _ - and begin with a letter or digit.';

/** An id in a path. */
export const identifier = z.string(idRule).regex(identifierForm, idRule);

/** The id of a new object: chosen by the client, or `unique()`. */
export const newIdentifier = z
  .union([z.literal(uniqueId), identifier], `${idRule} Or send unique().`)
  .meta({ description: 'An id of your own, or `unique()` to have one generated.' });

/** The language of names and texts in a response. */
export const language = z
  .enum(languages, `must be one of ${languages.join(', ')}.`)
  .default(defaultLanguage)
  .meta({ description: 'The language of names and texts.' });

const digestRule = 'must be a SHA-256 in 64 hexadecimal digits.';

/** The SHA-256 of the bytes of a file. */
export const digest = z.string(digestRule).regex(/^[0-9a-f]{64}$/, digestRule);

/** A datetime in the format of every response. */
export const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/)
  .meta({ id: 'Moment', description: 'A datetime in UTC, always with three decimals and `+00:00`.' });

const permissionRule = `must be a list of at most ${maxPermissions} texts such as read("any").`;

/** Permissions in responses. */
export const permissions = z.array(z.string().regex(permissionForm));

/** Permissions in requests; absent or null means unchanged, or the default for a new object. */
export const sentPermissions = z
  .array(z.string(permissionRule).regex(permissionForm, permissionRule), permissionRule)
  .max(maxPermissions, permissionRule)
  .nullish()
  .meta({
    description: 'Who may read it. Without it, something new gets `read("any")`. Only roles you hold yourself.',
  });

/** Returns the schema of a whole number in an address. */
export function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}.`;
  return z
    .string(rule)
    .regex(/^\d{1,15}$/, rule)
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule)
    .meta({ type: 'integer', minimum: least, maximum: most, pattern: undefined });
}

/** `queries[0]`, `queries[1]` … collected in their order. */
export const queries = z
  .array(
    z.string().max(queryLimits.maxQueryLength, `a query may have at most ${queryLimits.maxQueryLength} characters.`),
  )
  .max(queryLimits.maxQueries, `at most ${queryLimits.maxQueries} queries may be given.`)
  .default([])
  .meta({
    description:
      'Queries as JSON texts, written `queries[0]=…&queries[1]=…`, `queries[]=…` or a single bare `queries=…`. `contains`, `containsAny`, `notContains`, `search` and `notSearch` ignore case; all other methods are exact.',
    examples: [['{"method":"equal","attribute":"subject","values":["C Programming"]}']],
  });

/** A boolean in an address. */
export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false.')
  .transform((sent) => sent === 'true' || sent === '1');

/** True if the number of all matches is wanted. */
export const wantsTotal = flag.default(true).meta({
  description: '`false` skips the count; `total` is then 0.',
  type: 'boolean',
  enum: undefined,
  default: true,
});

export const transactionId = z
  .string('must be text.')
  .nullish()
  .meta({ description: 'Transactions are not supported: the response to any value is 404 `transaction_not_found`.' });

/** Number of all matches, not only of those in this response. */
export const total = z.int().min(0).meta({ description: 'Total number of matches.' });

const types = Object.keys(problemStatuses) as [ProblemType, ...ProblemType[]];

/** The body of every error response. */
export const problem = z
  .object({
    message: z.string().meta({ description: 'For people: what happened and what to do.' }),
    code: z.int().meta({ description: 'The HTTP status of the response.' }),
    type: z.enum(types),
    version: z.string(),
  })
  .meta({ id: 'Problem' });

/** The name of a PDF that the library makes. */
export const pdfFileName = z
  .string('must be the name of a file.')
  .trim()
  .min(1, 'must not be empty.')
  .max(255, 'must have at most 255 characters.')
  .regex(/\.pdf$/i, 'must end in .pdf.');
