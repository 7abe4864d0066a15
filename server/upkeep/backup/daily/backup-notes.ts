import { backupsSetting } from '#server/engines/database/transfer/moved-tables.ts';
import { changeBackupState, readBackupState, readStoredState, type BackupState } from './backup-state.ts';

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
