import { z } from 'zod';

/** The address of a PostgreSQL database, as in the setting DATABASE_URL. */
export type PostgresAddress = {
  /** A host, or the folder of a socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  /** The password; null if the server requires none. Never logged. */
  password: string | null;
  /** `verify-full` checks the certificate and the name of the server, `require` only encrypts. */
  encryption: 'disable' | 'require' | 'verify-full';
};

const encryptions = z.enum(['disable', 'require', 'verify-full']);
const usualPort = 5432;

/**
 * Parses `postgres://user:password@host:port/database?sslmode=verify-full`, or
 * `postgres://user@localhost/database?host=/folder` for a socket. Null for any other text. A password may also be in
 * PGPASSWORD.
 */
export function readPostgresAddress(text: string, password?: string): PostgresAddress | null {
  const url = URL.parse(text);
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hash) return null;
  const { searchParams } = url;
  for (const name of searchParams.keys()) if (!['sslmode', 'host'].includes(name)) return null;
  const encryption = encryptions.safeParse(searchParams.get('sslmode') ?? 'disable');
  const host = searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '');
  const [database, user, ownPassword] = [url.pathname.slice(1), url.username, url.password].map(decode);
  if (!encryption.success || !host || !database || database.includes('/') || !user || ownPassword === null) return null;
  // `pg` would use the default port instead.
  if (url.port === '0') return null;
  return {
    host,
    port: url.port ? Number(url.port) : usualPort,
    database,
    user,
    password: ownPassword || password || null,
    encryption: encryption.data,
  };
}

/** Formats the address for people, without the password. */
export function describeAddress({ host, port, database, user }: PostgresAddress): string {
  return `${user}@${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

/** Decodes percent-encoded text; null if it is invalid. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
