import { inPlainWords } from '#domain/text/plain-issues.ts';
import { z } from 'zod';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import type { ContractIds } from '#contract/addresses.ts';
import { calendars, type Calendar } from '#domain/calendar.ts';
import { findMisspelt, removedSettings } from './known-settings.ts';
import { readPostgresAddress, type PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { readS3Address, type S3Address } from '#server/engines/storage/s3/s3-address.ts';

/** The settings of one server, read once from environment variables. README describes them. */
export type Config = {
  host: string;
  port: number;
  /** The origin of the library's address, without a trailing slash. */
  publicUrl: string;
  /**
   * True if `publicUrl` is a guess, because HOST is all addresses of this machine and PUBLIC_URL is not set: links
   * then begin with the address that was requested, if it is one of this machine.
   */
  isPublicUrlGuessed: boolean;
  dataDir: string;
  /** The PostgreSQL database of the records; null if they are in `dataDir`. */
  database: PostgresAddress | null;
  /** The address of the database itself, for notifications, if `database` is a pooler; else null. */
  databaseDirect: PostgresAddress | null;
  /** Name of this server among several that share a database, in logs; null for a random name. */
  nodeName: string | null;
  /** The S3-compatible store of the files; null if they are in `dataDir`. */
  store: S3Address | null;
  /** Not null if visitors get large files from the store itself; `endpoint` is its public name if that differs. */
  redirect: { endpoint: string | null } | null;
  adminEmail: string | null;
  adminPassword: string | null;
  adminName: string;
  ids: ContractIds;
  /** `tribhuvan`, `three-faculties`, or the path of an operator's own JSON file. */
  catalogue: string;
  contentDir: string;
  entranceExamUrl: string | null;
  contactEmail: string | null;
  maxUploadBytes: number;
  /** Space that uploads leave free on the disk of `dataDir`. */
  diskReserveBytes: number;
  withSamples: boolean;
  signUp: 'open' | 'closed';
  trustedProxies: string[];
  allowedOrigins: string[];
  /** Prefix for `X-Accel-Redirect`, or null without nginx. */
  xAccel: string | null;
  timeZone: string;
  /** The calendar of the years that are shown and entered. */
  calendar: Calendar;
  /** The OCR languages, by Tesseract's names; null if OCR is off. */
  ocrLanguages: string[] | null;
  /** Identifies the library to search engines that are notified of changed pages; null if none are. */
  indexNowKey: string | null;
  /** Port of the Prometheus metrics on the loopback address, or null if they are not served. */
  metricsPort: number | null;
  backup: {
    /** A folder, or the name of an archive with `{date}` in it and `.tar` at its end; null for no daily backup. */
    to: string | null;
    /** Time of day in `timeZone`, as `HH:MM`. */
    at: string;
    /** Number of daily backups to retain. */
    keep: number;
    passphrase: string | null;
    passphraseFile: string | null;
  };
  /** True if browsers store pages and files for reading without a connection. */
  offline: 'on' | 'off';
  logLevel: (typeof logLevels)[number];
};

/** True for the wildcard addresses, which represent all addresses of a machine. */
const isEveryAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Returns the host for addresses that others use: for all addresses of this machine, the first one in a network. */
function hostForOthers(host: string): string {
  if (!isEveryAddress(host)) return host.includes(':') ? `[${host}]` : host;
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? 'localhost';
}

/** The folder of the texts, links and pictures of the product. */
export const shippedContentDir = path.join(import.meta.dirname, '..', 'content');

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/, 'must be 1 to 36 characters of A-Z a-z 0-9 . _ -');
const origin = z.string().refine(isOrigin, 'must be an origin such as https://library.example.edu, with no path');
const httpUrl = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be an http or https address');
const postgresAddress = z
  .string()
  .refine(
    (value) => readPostgresAddress(value) !== null,
    'must be like postgres://user:password@host:5432/database?sslmode=verify-full (disable, require or verify-full)',
  );
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));

const settings = z.object({
  HOST: z.string().min(1).refine(isHost, 'must be an address or a name of this machine').default('127.0.0.1'),
  PORT: z.coerce
    .number('must be a number from 0 to 65535')
    .int('must be a whole number')
    .min(0)
    .max(65535)
    .default(3000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  NODE_NAME: id.optional(),
  PGPASSWORD: z.string().optional(),
  STORAGE_URL: z
    .string()
    .refine(
      (value) => readS3Address(value) !== null,
      'must be like s3://bucket/prefix?endpoint=https://store.example.edu&region=us-east-1, without credentials',
    )
    .optional(),
  STORAGE_REDIRECT: z.string().default('off'),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(256, 'must have at most 256 characters')
    .optional(),
  ADMIN_NAME: z.string().min(1).max(128).default('Administrator'),
  PROJECT_ID: id.default('examshelf'),
  DATABASE_ID: id.default('library'),
  BUCKET_ID: id.default('files'),
  CATALOGUE: z.string().min(1).default('tribhuvan'),
  CONTENT_DIR: z.string().min(1).optional(),
  ENTRANCE_EXAM_URL: httpUrl.optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  MAX_UPLOAD_MB: z.coerce
    .number('must be a number')
    .positive('must be more than 0')
    .max(10_000, 'must be at most 10000')
    .default(200),
  DISK_RESERVE_MB: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 or more')
    .max(1_000_000_000, 'must be at most 1000000000')
    .default(64),
  SAMPLES: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SIGN_UP: z.enum(['open', 'closed'], 'must be open or closed').default('closed'),
  TRUSTED_PROXIES: list.default([]),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).default([]),
  X_ACCEL: z.string().startsWith('/', 'must be a path prefix such as /protected').optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kathmandu').default('Asia/Kathmandu'),
  CALENDAR: z.enum(calendars, 'must be ad, bs or both').default('ad'),
  OCR_LANGUAGES: z
    .string()
    .regex(/^(?:off|\w+(?:\+\w+){0,7})$/, 'must be off, or names of languages joined by +, such as eng+nep')
    .default('eng+nep'),
  INDEXNOW_KEY: z
    .string()
    // As indexnow.org/documentation says.
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens')
    .optional(),
  METRICS_PORT: z.coerce
    .number('must be a number from 1 to 65535')
    .int('must be a whole number')
    .min(1)
    .max(65535)
    .optional(),
  BACKUP_TO: z
    .string()
    .refine(
      (value) => value.endsWith('.tar') === value.includes('{date}'),
      'must be a folder, or the name of an archive such as /backups/library-{date}.tar',
    )
    .optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:30')
    .optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a number from 1 to 1000')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .default(7),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  OFFLINE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/** Finds names in the environment that look like a misspelt setting, for a warning. */
export function findMisspeltSettings(environment: Record<string, string | undefined>): ReturnType<typeof findMisspelt> {
  return findMisspelt(environment, Object.keys(settings.shape));
}

/**
 * Reads the settings. An empty variable counts as not set. Throws an Error with a one-line message that names the
 * wrong or removed setting and its valid values, or its replacement; values are not repeated, because they may be
 * secrets.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const [name, advice] of Object.entries(removedSettings))
    if (Object.hasOwn(present, name)) throw new Error(`setting ${name}: no longer exists; ${advice}`);
  const parsed = settings.safeParse(present, { error: inPlainWords });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`setting ${String(issue?.path[0])}: ${issue?.message}`);
  }
  const found = parsed.data;
  if (Boolean(found.ADMIN_EMAIL) !== Boolean(found.ADMIN_PASSWORD)) {
    const missing = found.ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL';
    throw new Error(`setting ${missing}: must be set too, ADMIN_EMAIL and ADMIN_PASSWORD go together`);
  }
  if (found.X_ACCEL && found.STORAGE_URL)
    throw new Error(
      'setting X_ACCEL: must not be set together with STORAGE_URL, because a proxy cannot read the store',
    );
  for (const name of ['DATABASE_DIRECT_URL', 'NODE_NAME'] as const)
    if (found[name] && !found.DATABASE_URL)
      throw new Error(
        `setting ${name}: must not be set without DATABASE_URL, because several servers can share only a PostgreSQL database`,
      );
  const redirect = readRedirect(found);
  if (found.BACKUP_AT && !found.BACKUP_TO)
    throw new Error('setting BACKUP_TO: must be set too, BACKUP_AT is the time of the backups made there');
  if (found.BACKUP_PASSPHRASE && found.BACKUP_PASSPHRASE_FILE)
    throw new Error('setting BACKUP_PASSPHRASE: must not be set together with BACKUP_PASSPHRASE_FILE');
  return {
    host: found.HOST,
    port: found.PORT,
    publicUrl: new URL(found.PUBLIC_URL ?? `http://${hostForOthers(found.HOST)}:${found.PORT}`).origin,
    isPublicUrlGuessed: found.PUBLIC_URL === undefined && isEveryAddress(found.HOST),
    dataDir: found.DATA_DIR,
    database: found.DATABASE_URL === undefined ? null : readPostgresAddress(found.DATABASE_URL, found.PGPASSWORD),
    databaseDirect:
      found.DATABASE_DIRECT_URL === undefined ? null : readPostgresAddress(found.DATABASE_DIRECT_URL, found.PGPASSWORD),
    nodeName: found.NODE_NAME ?? null,
    store: found.STORAGE_URL === undefined ? null : readS3Address(found.STORAGE_URL),
    redirect,
    adminEmail: found.ADMIN_EMAIL ?? null,
    adminPassword: found.ADMIN_PASSWORD ?? null,
    adminName: found.ADMIN_NAME,
    ids: { projectId: found.PROJECT_ID, databaseId: found.DATABASE_ID, bucketId: found.BUCKET_ID },
    catalogue: found.CATALOGUE,
    contentDir: found.CONTENT_DIR ?? shippedContentDir,
    entranceExamUrl: found.ENTRANCE_EXAM_URL ?? null,
    contactEmail: found.CONTACT_EMAIL ?? null,
    maxUploadBytes: Math.floor(found.MAX_UPLOAD_MB * 1024 * 1024),
    diskReserveBytes: Math.floor(found.DISK_RESERVE_MB * 1024 * 1024),
    withSamples: found.SAMPLES === 'on',
    signUp: found.SIGN_UP,
    trustedProxies: found.TRUSTED_PROXIES,
    allowedOrigins: found.ALLOWED_ORIGINS,
    xAccel: found.X_ACCEL ?? null,
    timeZone: found.TIME_ZONE,
    calendar: found.CALENDAR,
    ocrLanguages: found.OCR_LANGUAGES === 'off' ? null : found.OCR_LANGUAGES.split('+'),
    indexNowKey: found.INDEXNOW_KEY ?? null,
    metricsPort: found.METRICS_PORT ?? null,
    backup: {
      to: found.BACKUP_TO ?? null,
      at: found.BACKUP_AT ?? '03:30',
      keep: found.BACKUP_KEEP,
      passphrase: found.BACKUP_PASSPHRASE ?? null,
      passphraseFile: found.BACKUP_PASSPHRASE_FILE ?? null,
    },
    offline: found.OFFLINE,
    logLevel: found.LOG_LEVEL,
  };
}

/** Throws an Error for a redirect that no browser could follow. */
function readRedirect(found: z.infer<typeof settings>): Config['redirect'] {
  if (found.STORAGE_REDIRECT === 'off') return null;
  if (found.STORAGE_REDIRECT !== 'on' && !isOrigin(found.STORAGE_REDIRECT))
    throw new Error('setting STORAGE_REDIRECT: must be on, off, or an origin such as https://files.example.edu');
  const store = found.STORAGE_URL === undefined ? null : readS3Address(found.STORAGE_URL);
  if (!store) throw new Error('setting STORAGE_URL: must be set too, STORAGE_REDIRECT redirects to that store');
  const endpoint = found.STORAGE_REDIRECT === 'on' ? null : found.STORAGE_REDIRECT;
  const isPlain = (endpoint ?? store.endpoint)?.startsWith('http:') ?? false;
  if (isPlain && found.PUBLIC_URL?.startsWith('https:'))
    throw new Error(
      'setting STORAGE_REDIRECT: must be an https address of the store, because browsers refuse downloads without encryption from pages with it',
    );
  return { endpoint };
}

/** True if it can be the host of an address; numbers out of range, as in 256.1.1.1, can't. */
function isHost(value: string): boolean {
  return URL.canParse(`http://${value.includes(':') ? `[${value}]` : value}:1`);
}

function isOrigin(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function isTimeZone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
