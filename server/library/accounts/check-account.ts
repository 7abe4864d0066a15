import type { z } from 'zod';
import { email, newAccount, password } from '#contract/schemas/account-schemas.ts';
import { Problem } from '#contract/problems.ts';
import { inPlainWords } from '#domain/text/plain-issues.ts';
import { isCommonPassword } from '#domain/common-password.ts';

/** Checks operator input with the same rules as requests. All throw Problem `general_argument_invalid`. */

/** Returns the email address in lower case. */
export function checkEmail(typed: string): string {
  return check('email', email, typed);
}

function checkPassword(typed: string): string {
  return check('password', password, typed);
}

/** Checks the password of an administrator. It must not be one that strangers try first. */
export function checkAdministratorPassword(typed: string, accountEmail: string): string {
  const checked = checkPassword(typed);
  if (isCommonPassword(checked, [accountEmail, accountEmail.split('@')[0] ?? '']))
    throw new Problem('general_argument_invalid', `Invalid \`password\` param: ${commonPasswordRule}`);
  return checked;
}

/** The error message for a common password, which says what to do. */
export const commonPasswordRule =
  'This password is among the first that strangers try. Choose another one, for example of four words.';

/** Returns the name without characters that a line of text may not contain; empty if nothing is left. */
export function checkName(typed: string): string {
  return check('name', newAccount.shape.name, typed)?.trim() ?? '';
}

function check<Value>(parameter: string, schema: z.ZodType<Value>, typed: string): Value {
  const parsed = schema.safeParse(typed, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  throw new Problem(
    'general_argument_invalid',
    `Invalid \`${parameter}\` param: ${parsed.error.issues[0]?.message ?? ''}`,
  );
}
