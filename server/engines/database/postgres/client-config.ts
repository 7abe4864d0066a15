import { Pool, type ClientConfig } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';

/** Timeouts of a connection for the response to a statement, in milliseconds. */
export type Patience = {
  /** For statements that are quick in any library: a batch of rows, a setting, a commit. */
  answerMs: number;
  /** For statements that may take long (`runLong`), while the server still responds to a check every `checkMs`. */
  longestMs: number;
  checkMs: number;
};

/** A batch of rows takes seconds at most; an index of ten million rows takes minutes. */
export const usualPatience: Patience = { answerMs: 60_000, longestMs: 3_600_000, checkMs: 15_000 };

/** Timeout for opening a connection. */
export const connectMs = 5000;

/** Idle timeout of a connection. */
const idleMs = 30_000;

/** Opens a pool of at most `max` connections, created on demand. `onLost` is called if one is lost while idle. */
export function openPool(address: PostgresAddress, max: number, onLost: (error: unknown) => void): Pool {
  const pool = new Pool({ ...clientConfig(address), max, idleTimeoutMillis: idleMs });
  pool.on('error', onLost);
  // A connection lost in use rejects its statement, and also emits an event that would end the process without a
  // listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Returns the connection parameters. Nothing in it needs session state, which a pooler in between would not preserve.
 */
export function clientConfig({ encryption, password, ...address }: PostgresAddress): ClientConfig {
  return {
    ...address,
    // A function, because otherwise `pg` would search files for a password.
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

/** By the type's number in the catalogue of PostgreSQL (pg_type): the same values as from SQLite. JSON stays text. */
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

/** No stored text contains this character, so no comparison with it matches. */
const neverStored = '\u{10FFFF}';

/**
 * Converts a parameter of a statement. PostgreSQL has no text with a NUL character; such a text in a query matches
 * nothing, as on SQLite. Throws TypeError for values that are not text, number, bytes or null.
 */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', neverStored) : value;
  if (value === null || typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array)
    return value;
  throw new TypeError(
    `database (postgres): a ${value === undefined ? 'missing value' : typeof value} cannot be a parameter`,
  );
}
