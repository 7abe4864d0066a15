import type { z } from 'zod';
import { email, newAccount, password } from '#contract/schemas/accounts.ts';
import { Problem } from '#contract/problems.ts';

/** Checks what an operator typed by the same rules as requests. All throw Problem `general_argument_invalid`. */

/** The e-mail address in lower case. */
export function checkEmail(typed: string): string {
  return check('email', email, typed);
}

export function checkPassword(typed: string): string {
  return check('password', password, typed);
}

/** The name without characters that a line of text may not contain; '' for none. */
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
