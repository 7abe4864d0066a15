import type { z } from 'zod';
import { email, newAccount, password } from '#contract/schemas/accounts.ts';
import { Problem } from '#contract/problems.ts';

/** What an operator typed, by the rules that requests are checked by. All throw Problem `general_argument_invalid`. */

/** The e-mail address in lower case. */
export function checkEmail(typed: string): string {
  return check('email', email, typed);
}

export function checkPassword(typed: string): string {
  return check('password', password, typed);
}

/** The name without what no line of text may hold; '' for none. */
export function checkName(typed: string): string {
  return check('name', newAccount.shape.name, typed)?.trim() ?? '';
}

function check<Value>(parameter: string, schema: z.ZodType<Value>, typed: string): Value {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new Problem(
    'general_argument_invalid',
    `Invalid \`${parameter}\` param: ${parsed.error.issues[0]?.message ?? ''}`,
  );
}
