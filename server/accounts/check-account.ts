import type { z } from 'zod';
import { email, newAccount, password } from '#contract/schemas/accounts.ts';
import { Problem } from '#contract/problems.ts';
import { makeIdentifier } from '#domain/identifier.ts';

/** The e-mail in lower case. Throws Problem `general_argument_invalid`, as all of these do (contract 6). */
export function readEmail(sent: unknown): string {
  return read('email', email, sent);
}

export function readPassword(sent: unknown): string {
  return read('password', password, sent);
}

export function readName(sent: unknown): string {
  return read('name', newAccount.shape.name, sent)?.trim() ?? '';
}

/** `unique()` asks for an id to be made. */
export function readUserId(sent: unknown): string {
  const userId = read('userId', newAccount.shape.userId, sent);
  return userId === 'unique()' ? makeIdentifier() : userId;
}

function read<Value>(parameter: string, schema: z.ZodType<Value>, sent: unknown): Value {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new Problem(
    'general_argument_invalid',
    `Invalid \`${parameter}\` param: ${parsed.error.issues[0]?.message ?? ''}`,
  );
}
