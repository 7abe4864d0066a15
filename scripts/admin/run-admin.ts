import { parseArgs } from 'node:util';
import { createAdministrators, type Administrators } from '#server/library/accounts/administrators.ts';
import { checkEmail } from '#server/library/accounts/check-account.ts';
import { describeBrowser } from '#server/library/accounts/sign-in.ts';
import { createTrail, type Trail } from '#server/library/accounts/trail.ts';
import { readConfig, type Config } from '#server/config.ts';
import { deletePasswordFile, writePasswordFile } from '#server/engines/data-folder/password-file.ts';
import type { Database } from '#server/engines/database/database.ts';
import { shortenAddress } from '#server/http/requests/client-address.ts';
import { openLibrary } from './open-library.ts';
import { readNewPassword, type Input, type Output } from './read-new-password.ts';
import { plain, table, writeMoment } from './print.ts';
import { printTrail } from './print-trail.ts';
import { usage } from './usage.ts';

export type AdminStreams = {
  stdin: Input;
  stdout: Output;
  stderr: Output;
  env: Record<string, string | undefined>;
};

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  name: { type: 'string' },
  generate: { type: 'boolean', default: false },
  'password-file': { type: 'string' },
  force: { type: 'boolean', default: false },
  end: { type: 'boolean', default: false },
  days: { type: 'string' },
  limit: { type: 'string' },
  who: { type: 'string' },
  material: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

type Command = {
  emails: 'none' | 'one' | 'at most one';
  takes: readonly (keyof typeof options)[];
  run(work: Work, email: string, given: Options): Promise<void>;
};

type Work = {
  config: Config;
  streams: AdminStreams;
  database: Database;
  administrators: Administrators;
  trail: Trail;
  print(text: string): void;
};

/** Runs the command of the arguments. Returns the exit code: 0 done, 1 refused, 2 invalid. */
export async function runAdmin(args: string[], streams: AdminStreams): Promise<number> {
  const complain = (error: unknown) =>
    streams.stderr.write(`${plain(error instanceof Error ? error.message : String(error))}\n`);
  let given: Options;
  let words: string[];
  try {
    ({ values: given, positionals: words } = parseArgs({ args, options, allowPositionals: true }));
  } catch (error) {
    complain(error);
    streams.stderr.write(`\n${usage}`);
    return 2;
  }
  const [name = 'help', ...emails] = words;
  if (given.help || name === 'help') {
    streams.stdout.write(usage);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const misuse = command ? findMisuse(command, emails, given) : `Unknown command “${name}”.`;
  if (!command || misuse !== null) {
    complain(misuse);
    streams.stderr.write(`\n${usage}`);
    return 2;
  }
  try {
    const config = readConfig(streams.env);
    const database = await openLibrary(config);
    const log = { info: () => undefined, warn: () => complain('The trail could not be written.') };
    const trail = createTrail({ database, now: Date.now, log });
    try {
      const administrators = createAdministrators({ database, trail, now: Date.now });
      const print = (text: string) => void streams.stdout.write(`${text}\n`);
      await command.run({ config, streams, database, administrators, trail, print }, emails[0] ?? '', given);
    } finally {
      await trail.close();
      await database.close();
    }
    return 0;
  } catch (error) {
    complain(error);
    return 1;
  }
}

/** Returns the fault of the arguments and options, or null. */
function findMisuse(command: Command, emails: readonly string[], given: Options): string | null {
  const most = command.emails === 'none' ? 0 : 1;
  if (emails.length > most && command.takes.includes('generate'))
    return 'A password must not be a part of the command, where others can see it. Leave it out, and type it at the prompt.';
  if (emails.length > most) return `Unexpected argument: ${emails.slice(most).join(' ')}`;
  if (command.emails === 'one' && emails.length === 0)
    return 'Missing email address, e.g. npm run admin -- password EMAIL';
  const names = Object.keys(options) as (keyof typeof options)[];
  const unknown = names.find(
    (name) => given[name] !== undefined && given[name] !== false && !command.takes.includes(name),
  );
  if (unknown) return `--${unknown} can't be used with this command.`;
  if (given.generate && given['password-file'] !== undefined) return 'Choose one of --generate and --password-file.';
  if (given.end && emails.length === 0) return 'Missing email address, e.g. npm run admin -- sessions EMAIL --end';
  return null;
}

const passwordOptions = ['generate', 'password-file'] as const;

const commands: Record<string, Command> = {
  create: {
    emails: 'one',
    takes: ['name', ...passwordOptions],
    async run(work, email, given) {
      await work.administrators.requireNew(email);
      const { password, showGenerated, forgetEarlier } = await newPassword(work, checkEmail(email), given);
      const made = await work.administrators.create({ email, name: given.name ?? null, password });
      await forgetEarlier(made.email);
      work.print(
        made.isNew
          ? `${made.email} is an administrator now.`
          : `${made.email} had an account and is an administrator now, with the new password.`,
      );
      showGenerated();
    },
  },

  password: {
    emails: 'one',
    takes: passwordOptions,
    async run(work, email, given) {
      const account = await work.administrators.requireAccount(email);
      const { password, showGenerated, forgetEarlier } = await newPassword(work, account.email, given);
      await work.administrators.setPassword(email, password);
      await forgetEarlier(account.email);
      work.print(`${email} has a new password. All sessions of this account have ended.`);
      showGenerated();
    },
  },

  list: {
    emails: 'none',
    takes: [],
    async run({ administrators, config, print }) {
      const rows = (await administrators.list()).map((each) => [
        each.email,
        each.name,
        writeMoment(each.createdAt, config.timeZone),
        String(each.sessions),
        String(each.browsers),
        [each.isFromSettings ? 'set up by settings or first start' : '', each.isBlocked ? 'blocked' : '']
          .filter(Boolean)
          .join(', '),
      ]);
      if (rows.length === 0) print('There is no administrator. To make one: npm run admin -- create EMAIL');
      else print(table([['Email', 'Name', 'Since', 'Sessions', 'Known browsers', ''], ...rows]));
    },
  },

  remove: {
    emails: 'one',
    takes: ['force'],
    async run(work, email, { force }) {
      await work.administrators.remove(email, { byForce: force });
      await deletePasswordFile(work.config.dataDir, email);
      work.print(`${email} was removed. All sessions of this account have ended.`);
      if (isInSettings(work, email))
        work.print(
          'ADMIN_EMAIL names this account: change the setting, or the next start of the server creates it again.',
        );
    },
  },

  sessions: {
    emails: 'at most one',
    takes: ['end'],
    async run({ administrators, config, print }, email, { end }) {
      if (end) {
        const count = await administrators.endSessions(email);
        print(`${count} ${count === 1 ? 'session' : 'sessions'} of ${email} ended.`);
        return;
      }
      const rows = (await administrators.listSessions(email === '' ? null : email)).map((each) => [
        each.email,
        writeMoment(each.session.createdAt, config.timeZone),
        writeMoment(each.session.updatedAt, config.timeZone),
        writeMoment(each.session.expiresAt, config.timeZone),
        shortenAddress(each.session.ip),
        describeBrowser(each.session.userAgent),
      ]);
      if (rows.length === 0) print('Nobody is signed in.');
      else print(table([['Email', 'Signed in', 'Last used', 'Ends', 'From', 'Browser'], ...rows]));
    },
  },

  trail: {
    emails: 'none',
    takes: ['days', 'limit', 'who', 'material', 'json'],
    run: ({ database, trail, config, print }, _email, given) =>
      printTrail({ database, trail, timeZone: config.timeZone, print }, given),
  },
};

/**
 * Returns the new password, and the function that prints a generated one or its location: it is printed to a terminal
 * only, and written to a file otherwise. `forgetEarlier` deletes a file with an earlier password of the account, once
 * it is set.
 */
async function newPassword(
  { streams, config, print }: Work,
  email: string,
  given: Options,
): Promise<{ password: string; showGenerated: () => void; forgetEarlier: (email: string) => Promise<void> }> {
  const password = await readNewPassword({ isMadeUp: given.generate, file: given['password-file'] ?? null }, streams);
  const forgetEarlier = (owner: string) => deletePasswordFile(config.dataDir, owner);
  if (!given.generate) return { password, showGenerated: () => undefined, forgetEarlier };
  if (streams.stdout.isTTY)
    return {
      password,
      showGenerated: () => print(`Password: ${password}\nIt is shown only this once.`),
      forgetEarlier,
    };
  const written = await writePasswordFile(config.dataDir, { email, password });
  return {
    password,
    showGenerated: () => print(`The password is in ${written}\nThe first sign-in deletes that file.`),
    forgetEarlier: async () => undefined,
  };
}

function isInSettings({ config }: Work, email: string): boolean {
  return config.adminEmail?.toLowerCase() === email.toLowerCase();
}
