import { z } from 'zod';
import { calendars } from '#domain/calendar.ts';
import { defaultLanguage, languages } from '#contract/languages.ts';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';

/** A setting. Its key here is also its key in `Config`. */
export type Setting = {
  /** Name of the environment variable. */
  name: string;
  schema: z.ZodType;
  /** Default value, as written in the environment. Without a default, the value of an unset setting is null. */
  default?: string;
  /** Default as shown in README's table, if it differs from `default`. */
  unset?: string;
  /** The sentence in README's table. */
  meaning: string;
};

export type SettingTable = { [key: string]: Setting | { [key: string]: Setting } };

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/, 'must be 1 to 36 characters of A-Z a-z 0-9 . _ -');
const email = z.email('must be an email address');
const origin = z.string().refine(isOrigin, 'must be an origin such as https://library.example.edu, with no path');
const httpUrl = z
  .string()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be an http or https address');
const postgresAddress = readBy(
  readPostgresAddress,
  'must be like postgres://user:password@host:5432/database?sslmode=verify-full (disable, require or verify-full)',
);
const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));
const onOrOff = z.enum(['on', 'off'], 'must be on or off');

/**
 * The settings, in the order in which they are checked. `Config`, the check for misspelt names and README's table
 * follow from this table.
 */
export const settings = {
  host: {
    name: 'HOST',
    schema: z.string().refine(isHost, 'must be an address or a name of this machine'),
    default: '127.0.0.1',
    meaning: 'the address to listen on; `0.0.0.0` means all addresses of this machine',
  },
  port: {
    name: 'PORT',
    schema: z.coerce.number('must be a number from 0 to 65535').int('must be a whole number').min(0).max(65535),
    default: '3000',
    meaning: 'the port to listen on',
  },
  /** The origin of the library's address, without a trailing slash. */
  publicUrl: {
    name: 'PUBLIC_URL',
    schema: origin,
    unset:
      'from host and port; with `HOST=0.0.0.0`, the first address of this machine, and in links the IP address that was requested',
    meaning:
      "the origin people use, for links and cookies. Requests under another name get 421, except by IP address, `localhost` and the names of `ALLOWED_ORIGINS`: set it when people use a name. With https, browsers use https only, and the session's cookie is named `__Host-…`",
  },
  dataDir: {
    name: 'DATA_DIR',
    schema: z.string(),
    default: './data',
    meaning:
      'database, files and all that is derived from them; see [the data folder](docs/operating.md#the-data-folder). Do not copy it while the server runs: use `npm run backup`',
  },
  /** The PostgreSQL database of the records; null if they are in `dataDir`. */
  database: {
    name: 'DATABASE_URL',
    schema: postgresAddress,
    unset: 'SQLite in `DATA_DIR`',
    meaning:
      'a PostgreSQL database (15 or newer) for the records: `postgres://user:password@host:5432/database?sslmode=verify-full`; see [operating](docs/operating-several-servers.md#records-in-postgresql)',
  },
  /** The direct address of the database, for notifications, if `database` is a pooler; else null. */
  databaseDirect: {
    name: 'DATABASE_DIRECT_URL',
    schema: postgresAddress,
    unset: '`DATABASE_URL`',
    meaning:
      "only with `DATABASE_URL`, for [several servers](docs/operating-several-servers.md#several-servers): the database itself if `DATABASE_URL` is a pooler's, so that this server is notified of changes of other servers at once",
  },
  nodeName: {
    name: 'NODE_NAME',
    schema: id,
    unset: 'random',
    meaning:
      'only with `DATABASE_URL`, for [several servers](docs/operating-several-servers.md#several-servers): a name for this server in logs and `/readyz`',
  },
  databasePassword: {
    name: 'PGPASSWORD',
    schema: z.string(),
    meaning: 'the password of the database, if it is not in `DATABASE_URL`',
  },
  /** The S3-compatible store of the files; null if they are in `dataDir`. */
  store: {
    name: 'STORAGE_URL',
    schema: readBy(
      readS3Address,
      'must be like s3://bucket/prefix?endpoint=https://store.example.edu&region=us-east-1, without credentials',
    ),
    unset: 'files in `DATA_DIR`',
    meaning:
      'an S3-compatible store for the uploaded files: `s3://bucket/prefix?endpoint=https://…&region=…`; credentials in the standard AWS variables; see [operating](docs/operating-several-servers.md#files-in-an-s3-compatible-store)',
  },
  /**
   * Set if visitors get large files directly from the store, else null. `endpoint` is the store's public name, if it
   * differs from that in `store`.
   */
  redirect: {
    name: 'STORAGE_REDIRECT',
    schema: z
      .string()
      .refine(
        (value) => value === 'on' || value === 'off' || isOrigin(value),
        'must be on, off, or an origin such as https://files.example.edu',
      )
      .transform((value) => (value === 'off' ? null : { endpoint: value === 'on' ? null : value })),
    default: 'off',
    meaning:
      '`on` lets whole downloads come from the store of `STORAGE_URL` itself, by signed addresses; an origin such as `https://files.example.edu` does so under that name; see [operating](docs/operating-several-servers.md#downloads-from-the-store-itself)',
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    schema: email,
    meaning:
      'creates or updates the administrator at start, together with `ADMIN_PASSWORD`. If not set, the first start creates `admin@localhost` with a generated password: shown once on a terminal, and elsewhere (systemd, Docker) written to the file `new-password` in `DATA_DIR`, which the first sign-in deletes. After a change of `ADMIN_EMAIL` the earlier administrator keeps their rights; each start says so, and how to remove them',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: z.string().min(8, 'must have at least 8 characters').max(256, 'must have at most 256 characters'),
    meaning:
      'of 8 to 256 characters, and not one of the passwords that strangers try first; it is applied once, so the owner can change it in the panel',
  },
  adminName: {
    name: 'ADMIN_NAME',
    schema: z.string().max(128),
    default: 'Administrator',
    meaning: 'the name of the administrator of `ADMIN_EMAIL`',
  },
  ids: {
    projectId: { name: 'PROJECT_ID', schema: id, default: 'examshelf', meaning: 'the id of the project in the API' },
    databaseId: { name: 'DATABASE_ID', schema: id, default: 'library', meaning: 'the id of the database in the API' },
    bucketId: { name: 'BUCKET_ID', schema: id, default: 'files', meaning: 'the id of the bucket in the API' },
  },
  catalogue: {
    name: 'CATALOGUE',
    schema: z.string(),
    default: 'tribhuvan',
    meaning:
      '`tribhuvan`, `three-faculties`, or the path of your own JSON file: see [the catalogue](docs/catalogue.md). `npm run check-catalogue -- FILE` checks it',
  },
  contentDir: {
    name: 'CONTENT_DIR',
    schema: z.string(),
    unset: 'the shipped `content`',
    meaning:
      'a folder with your own texts, pictures and `site.json` (name, logo, accent colours, language, banner, contributors); anything else comes from the shipped one',
  },
  entranceExamUrl: {
    name: 'ENTRANCE_EXAM_URL',
    schema: httpUrl,
    unset: 'in `content/site.json`',
    meaning: 'the address that the link to entrance exams leads to',
  },
  contactEmail: {
    name: 'CONTACT_EMAIL',
    schema: email,
    unset: 'in `content/site.json`',
    meaning: 'the address that people may write to',
  },
  maxUploadBytes: {
    name: 'MAX_UPLOAD_MB',
    schema: z.coerce
      .number('must be a number')
      .positive('must be more than 0')
      .max(10_000, 'must be at most 10000')
      .transform(megabytes),
    default: '200',
    meaning: 'the largest file accepted',
  },
  /** Space that uploads leave free on the disk of `dataDir`. */
  diskReserveBytes: {
    name: 'DISK_RESERVE_MB',
    schema: z.coerce
      .number('must be a number')
      .min(0, 'must be 0 or more')
      .max(1_000_000_000, 'must be at most 1000000000')
      .transform(megabytes),
    default: '64',
    meaning:
      'the disk space that uploads leave free, so that signing in and deleting always work; a quarter of it is the file `ballast` in the data folder, which is deleted when something else fills the disk',
  },
  withSamples: {
    name: 'SAMPLES',
    schema: onOrOff.transform((value) => value === 'on'),
    default: 'on',
    meaning: '`off` starts with an empty library; applies only when the data folder is first created',
  },
  signUp: {
    name: 'SIGN_UP',
    schema: z.enum(['open', 'closed'], 'must be open or closed'),
    default: 'closed',
    meaning: '`open` lets people create accounts through the API; they are not administrators',
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    schema: list,
    default: '',
    meaning: 'addresses whose `X-Forwarded-For` and `-Proto` are trusted',
  },
  allowedOrigins: {
    name: 'ALLOWED_ORIGINS',
    schema: list.pipe(z.array(origin)),
    default: '',
    meaning: 'other origins that may use the API with credentials, and show files and pictures in their pages',
  },
  xAccel: {
    name: 'X_ACCEL',
    schema: z.string().startsWith('/', 'must be a path prefix such as /protected'),
    unset: 'off',
    meaning: 'prefix for `X-Accel-Redirect` when nginx is in front',
  },
  timeZone: {
    name: 'TIME_ZONE',
    schema: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kathmandu'),
    default: 'Asia/Kathmandu',
    meaning: 'dates shown on pages',
  },
  calendar: {
    name: 'CALENDAR',
    schema: z.enum(calendars, 'must be ad, bs or both'),
    unset: '`both` with the catalogue `tribhuvan`, else `ad`',
    meaning:
      'the calendar of years on pages and in forms: `ad`, `bs` (Bikram Sambat, shown as *2079 BS (2022)*) or `both` (*2022 · 2079 BS*); see [operating](docs/operating.md#years-of-bikram-sambat)',
  },
  languages: {
    name: 'LANGUAGES',
    schema: list.pipe(
      z
        .array(z.enum(languages, `must be some of ${languages.join(', ')}`))
        .refine((chosen) => chosen.includes(defaultLanguage), `must have ${defaultLanguage}, the default language`),
    ),
    default: languages.join(','),
    meaning:
      'the languages of the pages, with commas between them: `en`, which has the addresses without a prefix, and `ne` (Nepali) below `/ne`. Addresses of a language that is left out lead to the English page; see [operating](docs/operating.md#languages-of-the-pages)',
  },
  /** Null if OCR is off. */
  ocrLanguages: {
    name: 'OCR_LANGUAGES',
    schema: z
      .string()
      .regex(/^(?:off|\w+(?:\+\w+){0,7})$/, 'must be off, or names of languages joined by +, such as eng+nep')
      .transform((value) => (value === 'off' ? null : value.split('+'))),
    default: 'eng+nep',
    meaning:
      "languages of scanned pages, by Tesseract's names; `off` recognises nothing, so that search does not find scans by their text",
  },
  indexNowKey: {
    name: 'INDEXNOW_KEY',
    // As indexnow.org/documentation says.
    schema: z.string().regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits or hyphens'),
    meaning:
      'a key you make up, of 8 to 128 letters, digits or hyphens: notifies search engines of changes ([IndexNow](https://www.indexnow.org)). Has no effect while `PUBLIC_URL` is this machine',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    schema: z.coerce.number('must be a number from 1 to 65535').int('must be a whole number').min(1).max(65535),
    meaning: 'a port on 127.0.0.1 with `GET /metrics` for Prometheus',
  },
  backup: {
    to: {
      name: 'BACKUP_TO',
      schema: z
        .string()
        .refine(
          (value) => value.endsWith('.tar') === value.includes('{date}'),
          'must be a folder, or the name of an archive such as /backups/library-{date}.tar',
        ),
      meaning: 'where a daily backup is made: a folder, or an archive as `/path/name-{date}.tar`',
    },
    at: {
      name: 'BACKUP_AT',
      schema: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:30'),
      default: '03:30',
      meaning: 'the time of day of the daily backup, in `TIME_ZONE`',
    },
    keep: {
      name: 'BACKUP_KEEP',
      schema: z.coerce
        .number('must be a number from 1 to 1000')
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(1000, 'must be at most 1000'),
      default: '7',
      meaning: 'how many daily backups are retained',
    },
    passphrase: {
      name: 'BACKUP_PASSPHRASE',
      schema: z.string(),
      meaning: 'encrypts backups and opens them',
    },
    passphraseFile: {
      name: 'BACKUP_PASSPHRASE_FILE',
      schema: z.string(),
      meaning: 'a file with the passphrase, instead of `BACKUP_PASSPHRASE`',
    },
  },
  offline: {
    name: 'OFFLINE',
    schema: onOrOff,
    default: 'on',
    meaning:
      '`off` removes the service worker from returning browsers, and nothing is stored for offline reading; see [operating](docs/operating.md#reading-without-a-connection)',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`),
    default: 'info',
    meaning: `${logLevels.map((level) => `\`${level}\``).join(', ')}; the log is JSON lines, or pretty on a terminal`,
  },
} satisfies SettingTable;

/** Returns the settings without the groups of `Config`. */
export function listSettings(): Setting[] {
  return Object.values<SettingTable[string]>(settings).flatMap((entry) =>
    isSetting(entry) ? [entry] : Object.values(entry),
  );
}

export function isSetting(entry: SettingTable[string]): entry is Setting {
  return 'schema' in entry;
}

/** Returns a schema for texts that `read` can parse; `read` returns null for all others. */
function readBy<T>(read: (text: string) => T | null, message: string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== null) return value;
    context.addIssue(message);
    return z.NEVER;
  });
}

function megabytes(value: number): number {
  return Math.floor(value * 1024 * 1024);
}

/** True if the text can be the host of an address; numbers out of range, as in 256.1.1.1, can't. */
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
