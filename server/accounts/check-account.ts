import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import { isIdentifier, makeIdentifier } from '#domain/identifier.ts';

// What a browser's own e-mail field takes, so `admin@localhost` too.
const email = z.email({ pattern: z.regexes.html5Email }).max(320);
const password = z.string().min(8).max(256);
const name = z.string().max(128).nullish();

/** The e-mail in lower case. Throws Problem `general_argument_invalid`, as all of these do (contract 6). */
export function readEmail(sent: unknown): string {
  const parsed = email.safeParse(sent);
  if (!parsed.success) throw invalid('email', 'Value must be a valid email address');
  return parsed.data.toLowerCase();
}

export function readPassword(sent: unknown): string {
  const parsed = password.safeParse(sent);
  if (!parsed.success) throw invalid('password', 'Password must be between 8 and 256 characters long.');
  return parsed.data;
}

export function readName(sent: unknown): string {
  const parsed = name.safeParse(sent);
  if (!parsed.success) throw invalid('name', 'Value must be a valid string and no longer than 128 chars');
  return parsed.data?.trim() ?? '';
}

/** `unique()` asks for an id to be made. */
export function readUserId(sent: unknown): string {
  if (sent === 'unique()') return makeIdentifier();
  if (isIdentifier(sent)) return sent;
  throw invalid('userId', 'Parameter must contain at most 36 chars, the first a letter or digit');
}

function invalid(parameter: string, expected: string): Problem {
  return new Problem('general_argument_invalid', `Invalid \`${parameter}\` param: ${expected}`);
}
