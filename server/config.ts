import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { inPlainWords } from '#domain/text/plain-issues.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { removedSettings } from './known-settings.ts';
import { isSetting, settings, type Setting, type SettingTable } from './settings.ts';

/** The settings of one server, read once from environment variables. Each has its key in `settings`. */
export type Config = ReturnType<typeof readConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

type Value<S extends Setting> = S extends { default: string } ? z.output<S['schema']> : z.output<S['schema']> | null;

type Values<Table extends SettingTable> = {
  [Key in keyof Table]: Table[Key] extends Setting
    ? Value<Table[Key]>
    : Table[Key] extends SettingTable
      ? Values<Table[Key]>
      : never;
};

/** The folder of the texts, links and pictures of the product. */
export const shippedContentDir = path.join(import.meta.dirname, '..', 'content');

/**
 * Reads the settings. An empty variable counts as not set. Throws an Error with a one-line message that names the wrong
 * or removed setting and its valid values or its replacement. The message never repeats a value, because it may be a
 * secret.
 */
export function readConfig(environment: Environment) {
  const present: Environment = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const [name, advice] of Object.entries(removedSettings))
    if (Object.hasOwn(present, name)) throw new Error(`setting ${name}: no longer exists; ${advice}`);
  const { databasePassword, ...found } = readTable(settings, present);
  checkTogether(present);
  checkRedirect(found);
  const withPassword = (address: PostgresAddress | null) =>
    address && { ...address, password: address.password ?? databasePassword };
  return {
    ...found,
    publicUrl: new URL(found.publicUrl ?? `http://${hostForOthers(found.host)}:${found.port}`).origin,
    /**
     * True if `publicUrl` is a guess, because HOST is all addresses of this machine and PUBLIC_URL is not set: links
     * then begin with the requested address, if it is one of this machine.
     */
    isPublicUrlGuessed: found.publicUrl === null && isEveryAddress(found.host),
    database: withPassword(found.database),
    databaseDirect: withPassword(found.databaseDirect),
    contentDir: found.contentDir ?? shippedContentDir,
    // The programmes of `tribhuvan` are in Nepal, where papers have years of both calendars.
    calendar: found.calendar ?? (found.catalogue === 'tribhuvan' ? 'both' : 'ad'),
  };
}

function readTable<Table extends SettingTable>(table: Table, present: Environment): Values<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([key, entry]) => [
      key,
      isSetting(entry) ? readSetting(entry, present) : readTable(entry, present),
    ]),
  ) as Values<Table>;
}

function readSetting({ name, schema, default: standard }: Setting, present: Environment): unknown {
  const text = present[name] ?? standard;
  if (text === undefined) return null;
  const { error, data } = schema.safeParse(text, { error: inPlainWords });
  if (error) throw new Error(`setting ${name}: ${error.issues[0]?.message}`);
  return data;
}

/** Throws an Error if a setting needs another one that is missing, or excludes one that is set. */
function checkTogether(present: Environment): void {
  if (Boolean(present['ADMIN_EMAIL']) !== Boolean(present['ADMIN_PASSWORD'])) {
    const missing = present['ADMIN_EMAIL'] ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL';
    throw new Error(`setting ${missing}: must be set too, ADMIN_EMAIL and ADMIN_PASSWORD go together`);
  }
  if (present['X_ACCEL'] && present['STORAGE_URL'])
    throw new Error(
      'setting X_ACCEL: must not be set together with STORAGE_URL, because a proxy cannot read the store',
    );
  for (const name of ['DATABASE_DIRECT_URL', 'NODE_NAME'])
    if (present[name] && !present['DATABASE_URL'])
      throw new Error(
        `setting ${name}: must not be set without DATABASE_URL, because several servers can share only a PostgreSQL database`,
      );
  if (present['BACKUP_AT'] && !present['BACKUP_TO'])
    throw new Error('setting BACKUP_TO: must be set too, BACKUP_AT is the time of the backups made there');
  if (present['BACKUP_PASSPHRASE'] && present['BACKUP_PASSPHRASE_FILE'])
    throw new Error('setting BACKUP_PASSPHRASE: must not be set together with BACKUP_PASSPHRASE_FILE');
}

/** Throws an Error for a redirect that no browser could follow. */
function checkRedirect({
  redirect,
  store,
  publicUrl,
}: Pick<Values<typeof settings>, 'redirect' | 'store' | 'publicUrl'>): void {
  if (!redirect) return;
  if (!store) throw new Error('setting STORAGE_URL: must be set too, STORAGE_REDIRECT redirects to that store');
  const isPlain = (redirect.endpoint ?? store.endpoint)?.startsWith('http:') ?? false;
  if (isPlain && publicUrl?.startsWith('https:'))
    throw new Error(
      'setting STORAGE_REDIRECT: must be an https address of the store, because browsers refuse downloads without encryption from pages with it',
    );
}

/**
 * Returns the host for addresses that clients use. For all addresses of this machine, returns the first one in a
 * network.
 */
function hostForOthers(host: string): string {
  if (!isEveryAddress(host)) return host.includes(':') ? `[${host}]` : host;
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

/** True for the wildcard addresses, which represent all addresses of a machine. */
const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';
