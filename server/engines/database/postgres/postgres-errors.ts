import { DatabaseFailing, WritingHeldUp } from '#server/machinery/faults/read-fault.ts';
import { describeAddress, type PostgresAddress } from './postgres-address.ts';

/**
 * SQLSTATE codes (PostgreSQL's manual, appendix A) of a server that does not work at the moment: classes and single
 * codes. 08 connection, 28 authorization, 53 resources, 58 system, XX internal.
 */
const failingClasses = new Set(['08', '28', '53', '58', 'XX']);
const failingCodes = new Set([
  '57P01', // shut down
  '57P02', // crashed
  '57P03', // starting
  '25P03', // ended a transaction that was idle too long
  '25006', // a read-only replica
  '3D000', // the database is gone
]);
const lockTimeout = '55P03';

/** Connection errors of the operating system. */
const connectionCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EACCES)$/;
/** Connection errors of `pg`, which have no code. */
const connectionTexts =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable|no answer within/;

/**
 * Converts the error of a statement for the rest of the server: distinguishes a database fault from a wrong
 * statement.
 */
export function toDatabaseError(error: unknown, address: PostgresAddress): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === lockTimeout) return new WritingHeldUp('another node has been writing for too long', 'postgres', error);
  return isFailing(error) ? new DatabaseFailing(describeAddress(address), error) : error;
}

/** True if the server, or the connection to it, caused the error. */
export function isFailing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return connectionTexts.test(error.message);
  return connectionCodes.test(code) || failingCodes.has(code) || failingClasses.has(code.slice(0, 2));
}

/** Returns the error for a database that can't be opened: one line with the setting and the action to take. */
export function explainOpening(address: PostgresAddress, given: unknown): Error {
  const error = given instanceof DatabaseFailing || given instanceof WritingHeldUp ? given.cause : given;
  if (error instanceof NotVacant) return error;
  if (error instanceof Unfit) return new Error(`setting DATABASE_URL: ${error.message}`, { cause: error });
  const said = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
  const cure = cureOf(address, codeOf(error), said);
  if (cure) return new Error(`setting DATABASE_URL: ${cure}`, { cause: error });
  // Errors such as an unknown migration already say what to do.
  if (error instanceof Error && codeOf(error) === undefined && said.startsWith('database')) return error;
  return new Error(`setting DATABASE_URL: ${describeAddress(address)} cannot be opened (${said})`, { cause: error });
}

/**
 * Thrown if the server or the database does not meet the requirements. The message is one line that says what to do.
 */
export class Unfit extends Error {}

/** Thrown if the database for a library has other content. Nothing was changed. The message says what to do. */
export class NotVacant extends Error {}

function cureOf(address: PostgresAddress, code: string | undefined, said: string): string | null {
  const { host, port, database, user } = address;
  const server = `the server ${host}:${port}`;
  if (code === '28P01' || /password authentication failed|client password must be/.test(said))
    return address.password === null
      ? `${server} requires a password for the user "${user}"; add it to the setting or to PGPASSWORD`
      : `${server} refuses the password of the user "${user}"; correct it in the setting`;
  if (code?.startsWith('28')) return `${server} rejects the user "${user}" (${said}); see its pg_hba.conf`;
  if (code === '3D000' || /no such database/.test(said))
    return `${server} has no database "${database}"; create it (createdb --encoding=UTF8 --template=template0 ${database}) or name another one`;
  if (code === '42501')
    return `the user "${user}" may not create the library's tables in "${database}" (${said}); make the user the owner of the database (alter database ... owner to ...)`;
  if (/SSL|certificate|self-signed/i.test(said))
    return `no encrypted connection to ${server} (${said}); see sslmode in docs/operating-several-servers.md`;
  if (code === '53300') return `${server} has no free connections (${said}); raise max_connections or use a pooler`;
  if (code === '57P03') return `${server} is not ready (${said}); start again in a moment`;
  if (connectionCodes.test(code ?? '') || connectionTexts.test(said))
    return `${server} cannot be reached (${said}); check that it runs and that the network allows this machine`;
  return null;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
