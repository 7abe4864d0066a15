import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Material } from '#domain/material.ts';
import type { ChangeLog, LogEntry, LoggedRows } from '#server/engines/database/change-log.ts';
import type { Changes, Change, MaterialChange } from '#server/library/changes.ts';
import { readFault } from '#server/machinery/faults/read-fault.ts';

/**
 * Returns the changes of other nodes, in the form in which they announced them. The materials of one transaction are one
 * change.
 */
function toChanges(entries: readonly LogEntry[]): Change[] {
  const foreign = entries.filter(({ isOwn }) => !isOwn);
  const transactions = Map.groupBy(foreign, ({ transaction }) => transaction);
  return [...transactions.values()].flatMap(ofTransaction);
}

function ofTransaction(entries: readonly LoggedRows[]): Change[] {
  if (entries.some(({ subject }) => subject === 'many')) return [{ subject: 'anything' }];
  const materials = netOf(entries.flatMap((entry) => (entry.subject === 'materials' ? entry.rows : [])));
  const changed = materials.flatMap(toMaterialChanges);
  const purged = materials.flatMap(({ before, after }) =>
    before && !after && before.deletedAt !== null ? [before] : [],
  );
  const [first] = changed;
  return [
    ...(changed.length > 1 ? [{ subject: 'materials' as const, changes: changed }] : first ? [first] : []),
    ...(purged.length > 0 ? [{ subject: 'purged' as const, materials: purged }] : []),
    ...entries.flatMap(toFileChanges),
  ];
}

type Row = { before: Material | null; after: Material | null };

/** Returns for a material that was written several times its first and last state. */
function netOf(rows: readonly Row[]): Row[] {
  const net = new Map<number, Row>();
  for (const { before, after } of rows) {
    const sequence = (before ?? after)?.sequence;
    if (sequence === undefined) continue;
    const known = net.get(sequence);
    net.set(sequence, { before: known ? known.before : before, after });
  }
  return [...net.values()];
}

function toMaterialChanges({ before, after }: Row): MaterialChange[] {
  const was = before?.deletedAt === null ? before : null;
  const is = after?.deletedAt === null ? after : null;
  // In its state in the trash, if it is there.
  if (was && !is) return [{ subject: 'material', action: 'delete', material: after ?? was }];
  if (!was && is) return [{ subject: 'material', action: 'create', material: is }];
  if (!was || !is) return [];
  if (was.kind === is.kind) return [{ subject: 'material', action: 'update', material: is, before: was }];
  // It has moved from one collection to another.
  return [
    { subject: 'material', action: 'delete', material: was },
    { subject: 'material', action: 'create', material: is },
  ];
}

function toFileChanges(entry: LoggedRows): Change[] {
  if (entry.subject === 'deleted files')
    return entry.rows.map(({ before: file }) => ({ subject: 'file', action: 'delete', file }));
  if (entry.subject !== 'files') return [];
  return entry.rows.map(({ before, after: file }) => ({
    subject: 'file',
    action: before?.isFinished ? 'update' : 'create',
    file,
  }));
}

const batch = 200;

/** The position of this node in the log of changes. */
export interface LogReader {
  /** Announces one part after the position; true if there may be more. Rejects if the database fails. */
  readSome(): Promise<boolean>;
  /** All changes up to it are announced. */
  readonly position: number;
}

/** Starts after the present end of the log. */
export async function openLogReader(parts: {
  log: ChangeLog;
  changes: Pick<Changes, 'tell' | 'arriveAt' | 'toldHere'>;
  logger: Pick<Logger, 'warn' | 'error'>;
  signal: AbortSignal;
}): Promise<LogReader> {
  const { log, changes, logger, signal } = parts;
  let position = await log.position();
  changes.arriveAt(position, changes.toldHere);

  /** Skips an invalid entry, so that it does not block the ones after it. */
  function skipUnreadable(error: unknown): { entries: LogEntry[]; isComplete: boolean } {
    // A database that does not respond in time is not an invalid entry either: it is read once it responds.
    if (readFault(error) !== null || error instanceof Problem || signal.aborted) throw error;
    logger.error({ err: error }, 'the log of changes has an entry that cannot be read');
    return { entries: [], isComplete: false };
  }

  return {
    get position() {
      return position;
    },

    async readSome() {
      const { toldHere } = changes;
      const { entries, isComplete } = await log.read(position, batch).catch(skipUnreadable);
      if (signal.aborted) return false;
      if (isComplete) {
        for (const change of toChanges(entries)) changes.tell(change, 'elsewhere');
        position = entries.at(-1)?.id ?? position;
      } else {
        position = await log.position();
        logger.warn('changes of other nodes were missed: all caches are rebuilt');
        changes.tell({ subject: 'anything' }, 'elsewhere');
      }
      changes.arriveAt(position, toldHere);
      return entries.length === batch || !isComplete;
    },
  };
}
