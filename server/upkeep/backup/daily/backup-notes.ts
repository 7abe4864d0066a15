import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { backupsSetting } from '#server/engines/database/transfer/moved-tables.ts';
import { renameDurably } from '#server/machinery/files/durable.ts';

const success = z.object({
  at: z.string(),
  target: z.string(),
  files: z.number(),
  bytes: z.number(),
  copiedBytes: z.number(),
  missing: z.number(),
  seconds: z.number(),
});
const failure = z.object({ at: z.string(), target: z.string(), message: z.string() });
const state = z.object({
  lastSuccess: success.nullable(),
  lastFailure: failure.nullable(),
  daily: z.object({
    lastSuccess: success.nullable(),
    /** Archives of the daily backup that still exist, oldest first: only these are ever removed. */
    archives: z.array(z.object({ file: z.string(), files: z.number() })),
    /** The archive that was started last. */
    begun: z.string().nullable(),
  }),
});

/** The stored state of backups, made daily or by hand. Times are ISO texts. */
export type BackupState = z.infer<typeof state>;

const nothingYet: BackupState = {
  lastSuccess: null,
  lastFailure: null,
  daily: { lastSuccess: null, archives: [], begun: null },
};
const fileName = 'state.json';

/** A missing or unreadable file counts as no backup yet. */
async function readBackupState(dataDir: string): Promise<BackupState> {
  const stored = await readFile(path.join(dataDir, 'backups', fileName), 'utf8').catch(() => null);
  return readStoredState(stored) ?? nothingYet;
}

/** Returns null if there is none, or if it can't be read. */
function readStoredState(stored: string | null): BackupState | null {
  try {
    return stored === null ? null : state.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** Durable once it resolves. */
async function changeBackupState(dataDir: string, change: (state: BackupState) => BackupState): Promise<BackupState> {
  const changed = change(await readBackupState(dataDir));
  const folder = path.join(dataDir, 'backups');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, fileName);
  const temp = `${file}.temp`;
  {
    await using handle = await open(temp, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(changed, null, 2)}\n`);
    await handle.sync();
  }
  await renameDurably(temp, file);
  return changed;
}

/** The state of the backups of a library. Only the holder of the backup lease (backup-turn.ts) changes it. */
export interface BackupNotes {
  read(): Promise<BackupState>;
  /** Durable once it resolves, with the state after the change. */
  change(change: (state: BackupState) => BackupState): Promise<BackupState>;
}

/** Stores the state in the data folder, which one process uses. */
export function createFileNotes(dataDir: string): BackupNotes {
  return {
    read: () => readBackupState(dataDir),
    change: (change) => changeBackupState(dataDir, change),
  };
}

/** Reads and writes one of the small facts that the database stores. */
type Setting = {
  find(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
};

/**
 * Stores the state in the database, for all nodes. Until the first backup is noted there, the state in a node's data
 * folder counts: an earlier release noted it there.
 */
export function createSharedNotes(setting: Setting, dataDir: string): BackupNotes {
  async function read(): Promise<BackupState> {
    return readStoredState(await setting.find(backupsSetting)) ?? readBackupState(dataDir);
  }
  return {
    read,
    async change(change) {
      const changed = change(await read());
      await setting.set(backupsSetting, JSON.stringify(changed));
      return changed;
    },
  };
}
