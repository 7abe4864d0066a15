import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { AccountRecords } from '#server/engines/database/account-records.ts';
import { nullWhenMissing } from '#server/machinery/files/missing-is-null.ts';

/** A password that the server generated, with the account's email address. */
export type GeneratedPassword = { email: string; password: string };

/** The file in the data folder with generated passwords. Each entry stays until the first sign-in with it. */
export const passwordFileName = 'new-password';

/** Time for which a new entry is never removed, because the password is written before its account. */
const graceMs = 60_000;

/**
 * Writes a generated password to a file that only the user of the server can read, because a log would retain it. For
 * commands and servers whose output is not a terminal. Passwords of other accounts in the file stay. Returns the path
 * of the file. Throws an Error with a sentence for the operator.
 */
export async function writePasswordFile(dataDir: string, { email, password }: GeneratedPassword): Promise<string> {
  const file = path.resolve(dataDir, passwordFileName);
  try {
    const others = (await readPasswords(file)).filter((each) => !isOf(each, email));
    await writePasswords(file, [...others, { email, password }]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The generated password can't be written to ${file} (${reason}). Make the folder writable, or try again in a terminal, which shows the password instead.`,
      { cause },
    );
  }
  return file;
}

/** Delivers the generated password of a first start to the operator: through the terminal, or the file. */
export function createHandOver(dataDir: string, isTerminal: boolean) {
  return {
    /** Called before the account is made. */
    handOver: isTerminal ? undefined : (made: GeneratedPassword) => writePasswordFile(dataDir, made),
    /** Returns the lines to print once the server runs. */
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

/** Removes the password of that account from the file, because the account is gone or has another password. */
export async function deletePasswordFile(dataDir: string, email: string): Promise<void> {
  const file = path.resolve(dataDir, passwordFileName);
  const passwords = await readPasswords(file);
  const others = passwords.filter((each) => !isOf(each, email));
  if (others.length < passwords.length) await writePasswords(file, others);
}

/** Removes a generated password from the file once its owner has signed in. Removes the file with the last password. */
export type PasswordFile = {
  /** Called when the account with that email address signs in. Never rejects. */
  noteSignIn(email: string): Promise<void>;
  /** Removes passwords whose owners have signed in at another server of the library. */
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
      const passwords = await readPasswords(file);
      if (passwords.length === 0 || Date.now() - (await stat(file)).mtimeMs < graceMs) return;
      for (const { email } of passwords) {
        const account = await accounts.findByEmail(email);
        if (!account || (await accounts.countBrowsers(account.id)) > 0) await deletePasswordFile(dataDir, email);
      }
    },
  };
}

const isOf = (each: GeneratedPassword, email: string) => each.email.toLowerCase() === email.toLowerCase();

/** Returns the passwords in the file; none if it is missing. */
async function readPasswords(file: string): Promise<GeneratedPassword[]> {
  const text = (await readFile(file, 'utf8').catch(nullWhenMissing)) ?? '';
  return [...text.matchAll(/^Email: (.+)\nPassword: (.+)$/gm)].map(([, email = '', password = '']) => ({
    email,
    password,
  }));
}

/** Replaces the file, so that it has the permissions of a new one. Without passwords, removes the file. */
async function writePasswords(file: string, passwords: readonly GeneratedPassword[]): Promise<void> {
  await rm(file, { force: true });
  if (passwords.length === 0) return;
  const text = passwords.map(({ email, password }) => `Email: ${email}\nPassword: ${password}\n`).join('\n');
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
}
