import { Pool, type ClientConfig } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';

/** How long a new connection may take. */
export const connectMs = 5000;

/** A connection that is idle for so long is closed. */
const idleMs = 30_000;

/** At most `max` connections, made when they are needed. `onLost` is called for one that was lost while it was idle. */
export function openPool(address: PostgresAddress, max: number, onLost: (error: unknown) => void): Pool {
  const pool = new Pool({ ...clientConfig(address), max, idleTimeoutMillis: idleMs });
  pool.on('error', onLost);
  // One that is lost while it is in use says so to its statement, and beside that as an event that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** What a connection is made with. Nothing in it needs a session of its own, which a pooler in between would not keep. */
export function clientConfig({ encryption, password, ...address }: PostgresAddress): ClientConfig {
  return {
    ...address,
    // A function, because `pg` would else look for a password in files.
    password: () => password ?? '',
    ssl: encryption === 'disable' ? false : { rejectUnauthorized: encryption === 'verify-full' },
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'examshelf',
    types: { getTypeParser: (type: number) => readersByType[type] ?? String },
  };
}

const toNumber = (text: string) => Number(text);

/** By the type's number in the catalogue of PostgreSQL (pg_type): the values are those that SQLite gives. JSON stays text. */
const readersByType: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => (text === 't' ? 1 : 0), // boolean
  17: (text) => Buffer.from(text.slice(2), 'hex'), // bytea, written as \x and digits
  20: toNumber, // bigint
  21: toNumber, // smallint
  23: toNumber, // integer
  700: toNumber, // real
  701: toNumber, // double precision
  1700: toNumber, // numeric, of sums
};

/** No text that is stored has this character, so that whatever is compared with it differs. */
const neverStored = '\u{10FFFF}';

/**
 * A parameter of a statement. PostgreSQL has no text with a NUL character; such a text in a query matches nothing, as on
 * SQLite. Throws TypeError for values that are neither text nor number nor bytes nor null.
 */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', neverStored) : value;
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array)
    return value;
  throw new TypeError(
    `database (postgres): a ${value === undefined ? 'missing value' : typeof value} cannot be a parameter`,
  );
}
