import { LRUCache } from 'lru-cache';
import { readersOf } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import type { MaterialChange, SingleChange } from '#server/changes.ts';

/** Of so many things it is known what was told last: several megabytes. */
const maxKnown = 5000;

/**
 * Puts what several nodes change into an order in which the last that is told of a material or file is the newest. A node
 * tells its own change at once, and an earlier one of another node only when it reads the log of changes, which may be
 * seconds later. Each write moves `updatedAt` on, so an earlier change is known by it.
 */
export interface NewestTold {
  /**
   * Notes the change, and returns what is to be told: the change itself; if a later one was told already, what it means now, with
   * the newest state; null if nothing. Called for every change, in the order in which they are told.
   */
  arrange<Told extends SingleChange>(change: Told): Told | MaterialChange | null;
  /** Forgets everything: an older state may have been put back. */
  forget(): void;
}

type FileChange = Extract<SingleChange, { subject: 'file' }>;
type Known = { updatedAt: string; isDeleted: boolean };

export function createNewestTold(max = maxKnown): NewestTold {
  // By their numbers: an id may be given to another material or file after a purge.
  const materials = new LRUCache<number, Known & { material: Material }>({ max });
  const files = new LRUCache<number, Known & Pick<FileChange, 'file'>>({ max });

  function arrangeMaterial(change: MaterialChange): MaterialChange | null {
    const { action, material } = change;
    const { sequence, updatedAt } = material;
    const newest = materials.get(sequence);
    // It leaves its collection for another one, in which it is created: told as it was there.
    if (action === 'delete' && material.deletedAt === null) {
      const isBack = newest && newest.updatedAt > updatedAt && newest.material.kind === material.kind;
      return isBack ? null : change;
    }
    if (newest && newest.updatedAt > updatedAt) return asOfNow(change, newest);
    materials.set(sequence, { updatedAt, isDeleted: action === 'delete', material });
    return change;
  }

  function arrangeFile<Told extends FileChange>(change: Told): Told | null {
    const { action, file } = change;
    const newest = files.get(file.sequence);
    if (action === 'delete') {
      files.set(file.sequence, { updatedAt: file.updatedAt, isDeleted: true, file });
      return change;
    }
    if (newest?.isDeleted) return null;
    if (newest && newest.updatedAt > file.updatedAt) return { ...change, file: newest.file };
    files.set(file.sequence, { updatedAt: file.updatedAt, isDeleted: false, file });
    return change;
  }

  return {
    forget() {
      materials.clear();
      files.clear();
    },

    arrange<Told extends SingleChange>(change: Told) {
      return (change.subject === 'file' ? arrangeFile(change) : arrangeMaterial(change)) as
        | Told
        | MaterialChange
        | null;
    },
  };
}

/** What an earlier change means to those who were told a later one, and to those who could read the material only before. */
function asOfNow(change: MaterialChange, newest: Known & { material: Material }): MaterialChange | null {
  const { material } = newest;
  if (change.action === 'create') return newest.isDeleted ? null : { ...change, material };
  const before = change.action === 'update' ? change.before : change.material;
  if (!newest.isDeleted) return { subject: 'material', action: 'update', material, before };
  // Whoever could read it before it was hidden has not been told that it was deleted.
  const hasSameReaders = readersOf(before.permissions).join() === readersOf(material.permissions).join();
  if (change.action === 'delete' || hasSameReaders) return null;
  return { subject: 'material', action: 'delete', material: { ...material, permissions: before.permissions } };
}
