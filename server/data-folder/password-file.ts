import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { GeneratedPassword } from '#server/accounts/account-service.ts';
import type { AccountRecords } from '#server/database/account-records.ts';
import { nullWhenMissing } from '#server/storage/missing-is-null.ts';

/** The file of the data folder with a generated password, which waits there for the first sign-in. */
export const passwordFileName = 'new-password';

/** A password is written before its account is. One that was just written is left alone. */
const graceMs = 60_000;

/**
 * Writes a generated password where only the user of the server can read it, because a log would retain it: for commands
 * and servers whose output is not a terminal. Returns the file. Throws an Error with a sentence for the operator.
 */
export async function writePasswordFile(dataDir: string, { email, password }: GeneratedPassword): Promise<string> {
  const file = path.resolve(dataDir, passwordFileName);
  const owner = await readOwner(file);
  if (owner !== null && owner !== email)
    throw new Error(
      `${file} has the password of ${owner}, who has not signed in yet. Pass the password on, delete the file, and try again.`,
    );
  try {
    await rm(file, { force: true });
    await writeFile(file, `Email: ${email}\nPassword: ${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The generated password can't be written to ${file} (${reason}). Make the folder writable, or try again in a terminal, which shows the password instead.`,
      { cause },
    );
  }
  return file;
}

/** How the generated password of a first start reaches the operator: by the terminal, or by the file. */
export function createHandOver(dataDir: string, isTerminal: boolean) {
  return {
    /** Called before the account is made. */
    handOver: isTerminal ? undefined : (made: GeneratedPassword) => writePasswordFile(dataDir, made),
    /** The lines to print once the server runs. */
    describe({ email, password }: GeneratedPassword): string[] {
      const lines = isTerminal
        ? [`Password: ${password}`, 'The password is shown only once. Change it in the panel.']
        : [
            `The password is in ${path.resolve(dataDir, passwordFileName)}`,
            'The first sign-in deletes that file. Change the password in the panel.',
          ];
      return [`Administrator: ${email}`, ...lines];
    },
  };
}

/** Removes the file if it has the password of that account: the account is gone, or has another password. */
export async function deletePasswordFile(dataDir: string, email: string): Promise<void> {
  const file = path.resolve(dataDir, passwordFileName);
  if ((await readOwner(file))?.toLowerCase() === email.toLowerCase()) await rm(file, { force: true });
}

/** Removes the file with a generated password once its owner has signed in. */
export type PasswordFile = {
  /** Called when the account with that email address signs in. Never rejects. */
  noteSignIn(email: string): Promise<void>;
  /** Removes the file if its owner has signed in at another server of the library. */
  sweep(): Promise<void>;
};

export function createPasswordFile(parts: {
  dataDir: string;
  accounts: Pick<AccountRecords, 'findByEmail' | 'countBrowsers'>;
  log: Pick<Logger, 'warn'>;
}): PasswordFile {
  const { dataDir, accounts, log } = parts;
  const file = path.resolve(dataDir, passwordFileName);

  return {
    async noteSignIn(email) {
      try {
        await deletePasswordFile(dataDir, email);
      } catch (error) {
        log.warn({ err: error }, `the file with a password could not be deleted. Delete it: ${file}`);
      }
    },

    async sweep() {
      const owner = await readOwner(file);
      if (owner === null || Date.now() - (await stat(file)).mtimeMs < graceMs) return;
      const account = await accounts.findByEmail(owner);
      if (!account || (await accounts.countBrowsers(account.id)) > 0) await rm(file, { force: true });
    },
  };
}

/** The email address in the file, or null if there is no such file. */
async function readOwner(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(nullWhenMissing);
  return text === null ? null : (/^Email: (.+)$/m.exec(text)?.[1] ?? '');
}
