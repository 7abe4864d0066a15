import type { z } from 'zod';

/**
 * Describes a fault of a value in plain words that follow its name: `must be a list`. For `safeParse`, for schemas
 * without their own message; zod's messages are for programmers ("Invalid input: expected array").
 */
export function inPlainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords[issue.expected] ?? 'given'}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'too_big':
      return `must ${sizeWords(issue.origin, 'at most', Number(issue.maximum), issue.inclusive ?? true)}`;
    case 'too_small':
      return `must ${sizeWords(issue.origin, 'at least', Number(issue.minimum), issue.inclusive ?? true)}`;
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must be ${formatWords[issue.format] ?? 'written in another way'}`;
    default:
      return 'is not as it must be';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formatWords: Readonly<Record<string, string>> = { email: 'an email address', url: 'an address' };

/**
 * Returns the unit of a limit: characters of a text, or entries of a list; none for a number, which is compared
 * directly.
 */
function sizeWords(origin: string, limit: 'at most' | 'at least', size: number, isInclusive: boolean): string {
  const bound = isInclusive ? `${limit} ${size}` : `${limit === 'at most' ? 'less' : 'more'} than ${size}`;
  if (origin === 'string') return `have ${bound} ${size === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `have ${bound} ${size === 1 ? 'entry' : 'entries'}`;
  return `be ${bound}`;
}
