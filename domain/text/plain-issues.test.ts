import { expect, test } from 'vitest';
import { z } from 'zod';
import { inPlainWords } from './plain-issues.ts';

test.each([
  [z.array(z.string()), undefined, 'must be a list'],
  [z.object({}), 'x', 'must be an object'],
  [z.string(), 1, 'must be text'],
  [z.number(), 'x', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'x', 'must be true or false'],
  [z.enum(['on', 'off']), 'x', 'must be one of on, off'],
  [z.literal('on'), 'x', 'must be on'],
  [z.string().max(1), 'xyz', 'must have at most 1 character'],
  [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
  [z.number().max(65_535), 70_000, 'must be at most 65535'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.strictObject({}), { a: 1, b: 2 }, 'must not have a, b'],
  [z.email(), 'x', 'must be an email address'],
  [z.string().regex(/^a/), 'x', 'must be written in another way'],
  [z.union([z.string(), z.number()]), true, 'is not as it must be'],
  [z.string('must be a name'), 1, 'must be a name'],
] as const)('what a value must be is said in plain words, or in those of its schema (%#)', (schema, value, words) => {
  expect(schema.safeParse(value, { error: inPlainWords }).error?.issues[0]?.message).toBe(words);
});
