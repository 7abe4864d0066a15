/** Faults of the machine. Each has its own response or its own remedy for the operator. */
export type Fault =
  | 'disk-full'
  | 'disk-failing'
  | 'no-permission'
  | 'no-file-handles'
  | 'writing-held-up'
  | 'database-damaged'
  | 'store-failing'
  | 'store-full'
  | 'database-failing';

/** Error codes of the operating system (errno.h). */
const systemFaults: Readonly<Record<string, Fault>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EIO: 'disk-failing',
  ENXIO: 'disk-failing',
  ESTALE: 'disk-failing',
  EROFS: 'no-permission',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EMFILE: 'no-file-handles',
  ENFILE: 'no-file-handles',
};

/**
 * Faults by primary result code of SQLite (https://sqlite.org/rescode.html); extended codes contain it in the low byte.
 */
const sqliteFaults: Readonly<Record<number, Fault>> = {
  5: 'writing-held-up', // BUSY: another program holds the lock
  6: 'writing-held-up', // LOCKED
  8: 'no-permission', // READONLY
  10: 'disk-failing', // IOERR
  11: 'database-damaged', // CORRUPT
  13: 'disk-full', // FULL
  14: 'no-file-handles', // CANTOPEN, met while running
  26: 'database-damaged', // NOTADB
};

/** Thrown if the only writing connection did not become free in time (server/engines/database/sqlite/writer). */
export class WritingHeldUp extends Error {
  constructor(why: string, engine: 'sqlite' | 'postgres' = 'sqlite', cause?: unknown) {
    super(`database (${engine}): ${why}`, { cause });
    this.name = 'WritingHeldUp';
  }
}

/** Thrown if a store of files on another machine did not respond, refused, or failed (server/engines/storage/s3). */
export class StoreFailing extends Error {
  constructor(store: string, cause: unknown) {
    const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    super(`storage (S3): the bucket ${store} failed: ${why}`, { cause });
    this.name = 'StoreFailing';
  }
}

/** Thrown if a file store on another machine works but refuses to store more: it is full, or a quota is used up. */
export class StoreFull extends StoreFailing {
  constructor(store: string, cause: unknown) {
    super(store, cause);
    this.name = 'StoreFull';
  }
}

/** Thrown if a database on another machine did not respond, refused, or failed (server/engines/database/postgres). */
export class DatabaseFailing extends Error {
  constructor(database: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`database (postgres): ${database} failed: ${why}`, { cause });
    this.name = 'DatabaseFailing';
  }
}

/** Returns the fault that an error or one of its causes reports; null for every other error. */
export function readFault(error: unknown): Fault | null {
  // A limit, in case a chain of causes has a cycle.
  let each = error;
  for (let depth = 0; each instanceof Error && depth < 5; depth += 1, each = each.cause) {
    if (each instanceof StoreFull) return 'store-full';
    if (each instanceof StoreFailing) return 'store-failing';
    if (each instanceof DatabaseFailing) return 'database-failing';
    if (each instanceof WritingHeldUp) return 'writing-held-up';
    // An error from another thread (server/machinery/threads/thread-failure.ts).
    if ('fault' in each && (each.fault === 'database-failing' || each.fault === 'writing-held-up')) return each.fault;
    if ('errcode' in each && typeof each.errcode === 'number') return sqliteFaults[each.errcode & 0xff] ?? null;
    const fault = 'code' in each && typeof each.code === 'string' ? systemFaults[each.code] : undefined;
    if (fault) return fault;
  }
  return null;
}
