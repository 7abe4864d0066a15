import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openTransfer } from '#server/engines/open-database.ts';
import { onlyHolder, type Leases } from '#server/engines/database/sql/leases.ts';
import type { PostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import {
  holdsFile,
  openForReading,
  readMadeAt,
  takeSnapshot,
  type SnapshotFacts,
} from '#server/engines/database/sqlite/snapshot.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { copyRecords } from '#server/engines/database/transfer/copy-records.ts';
import { BackupProblem } from '#server/upkeep/backup/format/backup-problem.ts';

/** The records of a library that is being backed up, while servers run or not. */
export interface LiveLibrary extends AsyncDisposable {
  /** Writes the records, as of one moment, into a SQLite file. */
  takeSnapshot(target: string): Promise<SnapshotFacts>;
  /** True if the library still has the finished file with these bytes. */
  holdsFile(file: { id: string; sha256: string }): Promise<boolean>;
  /** Returns the creation time of the library (milliseconds since 1970), which is also in its snapshots. */
  madeAt(): Promise<number>;
  /** The leases of all machines that use the records. */
  leases: Leases;
}

/** Opens the records. Throws BackupProblem if there is no library. */
export async function openLiveLibrary(parts: {
  dataDir: string;
  database: PostgresAddress | null;
  signal: AbortSignal | undefined;
}): Promise<LiveLibrary> {
  try {
    return parts.database ? await openInPostgres(parts.database, parts.signal) : openInFile(parts.dataDir);
  } catch (error) {
    throw new BackupProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function openInFile(dataDir: string): LiveLibrary {
  const live = openForReading(dataDir);
  return {
    takeSnapshot: (target) => takeSnapshot(live, target),
    holdsFile: async (file) => holdsFile(live, file),
    madeAt: async () => readMadeAt(live),
    leases: onlyHolder,
    [Symbol.asyncDispose]: async () => live.close(),
  };
}

/** Copies all rows, in one transaction of the server, into a SQLite file, and compares them. */
async function openInPostgres(address: PostgresAddress, signal = new AbortController().signal): Promise<LiveLibrary> {
  const records = await openTransfer({ dataDir: '', address, isNew: false });
  return {
    async takeSnapshot(target) {
      const dataDir = `${target}.records`;
      await rm(dataDir, { recursive: true, force: true });
      await mkdir(dataDir);
      {
        await using copy = await openTransfer({ dataDir, address: null, isNew: true });
        await records.inSnapshot(() => copyRecords({ from: records, to: copy, signal }));
      }
      using file = new DatabaseSync(path.join(dataDir, sqliteFileName));
      const facts = await takeSnapshot(file, target);
      await rm(dataDir, { recursive: true, force: true });
      return facts;
    },
    holdsFile: (file) => records.holdsFile(file),
    madeAt: () => records.madeAt(),
    leases: records.leases,
    [Symbol.asyncDispose]: () => records[Symbol.asyncDispose](),
  };
}
