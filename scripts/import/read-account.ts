import { askHidden, type Input, type Output } from '#scripts/admin/read-new-password.ts';
import { ImportError } from './import-error.ts';
import type { Account } from './library-session.ts';

/**
 * Returns the account to sign in with: from ADMIN_EMAIL and ADMIN_PASSWORD, or from a prompt on a terminal. Never reads
 * it from an argument: arguments are visible to everyone on the machine.
 */
export async function readAccount({
  env,
  stdin,
  stderr,
}: {
  env: Record<string, string | undefined>;
  stdin: Input;
  stderr: Output;
}): Promise<Account> {
  const email = env['ADMIN_EMAIL'] ?? '';
  const password = env['ADMIN_PASSWORD'] ?? '';
  if (email !== '' && password !== '') return { email, password };
  if (!stdin.isTTY)
    throw new ImportError('Set ADMIN_EMAIL and ADMIN_PASSWORD to those of an administrator, or run it on a terminal.');
  return askHidden(stdin, stderr, async (ask) => ({
    email: email || (await ask('Email: ', true)),
    password: await ask('Password: '),
  }));
}
