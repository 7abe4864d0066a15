import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { holdLock } from '#server/backup/hold-lock.ts';
import { MoveProblem } from './place.ts';

/** Below the data folder of the library that moves. May be deleted when nothing is moved: files are then read again. */
const folderPrefix = 'moving';

/** Which files have arrived and were verified, so that a move that was interrupted goes on where it was. */
export interface Journal extends Disposable {
  has(file: { id: string; sha256: string }): boolean;
  note(file: { id: string; sha256: string }): void;
}

/** Opens the journal of moves to one place. Throws MoveProblem if another program is moving this library. */
export function openJournal(dataDir: string, to: string): Journal {
  const lock = holdLock(path.join(dataDir, `${folderPrefix}.lock`));
  if (!lock) throw new MoveProblem('this library is being moved by another program; wait until that has ended');
  const database = new DatabaseSync(path.join(dataDir, `${folderPrefix}.sqlite`));
  // What is lost in a power cut is read again.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = off;
     create table if not exists arrived (place text, id text, sha256 text, primary key (place, id)) without rowid`,
  );
  const find = database.prepare('select 1 from arrived where place = ? and id = ? and sha256 = ?');
  const insert = database.prepare('insert or replace into arrived (place, id, sha256) values (?, ?, ?)');
  return {
    has: ({ id, sha256 }) => find.get(to, id, sha256) !== undefined,
    note: ({ id, sha256 }) => void insert.run(to, id, sha256),
    [Symbol.dispose]() {
      database.close();
      lock[Symbol.dispose]();
    },
  };
}
