import { LRUCache } from 'lru-cache';
import { readersOf } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import type { MaterialChange, SingleChange } from '#server/library/changes.ts';

/** Maximum number of materials and files whose last sent state is cached: several megabytes. */
const maxKnown = 5000;

/**
 * Arranges the changes of several nodes so that the last change sent for a material or file has its newest state. A
 * node announces its own change at once, but an earlier change of another node only when it has read the log of
 * changes, which may be seconds later. Each write increases `updatedAt`, which identifies the earlier change.
 */
export interface NewestChanges {
  /**
   * Notes the change and returns the change to send: the same one; or, if a later change was already sent, the effect
   * of this one on the newest state; null if there is none. Call it for every change, in the order in which they are
   * sent.
   */
  arrange<Announced extends SingleChange>(change: Announced): Announced | MaterialChange | null;
  /** Forgets everything: an older state may have been restored. */
  forget(): void;
}

type FileChange = Extract<SingleChange, { subject: 'file' }>;
type Known = { updatedAt: string; isDeleted: boolean };

export function createNewestChanges(max = maxKnown): NewestChanges {
  // By sequence: an id may be given to another material or file after a purge.
  const materials = new LRUCache<number, Known & { material: Material }>({ max });
  const files = new LRUCache<number, Known & Pick<FileChange, 'file'>>({ max });

  function arrangeMaterial(change: MaterialChange): MaterialChange | null {
    const { action, material } = change;
    const { sequence, updatedAt } = material;
    const newest = materials.get(sequence);
    // The material leaves its collection for another one, in which it is created: sent with the state at that time.
    if (action === 'delete' && material.deletedAt === null) {
      const isBack = newest && newest.updatedAt > updatedAt && newest.material.kind === material.kind;
      return isBack ? null : change;
    }
    if (newest && newest.updatedAt > updatedAt) return asOfNow(change, newest);
    materials.set(sequence, { updatedAt, isDeleted: action === 'delete', material });
    return change;
  }

  function arrangeFile<Announced extends FileChange>(change: Announced): Announced | null {
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

    arrange<Announced extends SingleChange>(change: Announced) {
      return (change.subject === 'file' ? arrangeFile(change) : arrangeMaterial(change)) as
        | Announced
        | MaterialChange
        | null;
    },
  };
}

/**
 * Returns the effect of an earlier change for clients that already received a later one, and for those that could read
 * the material only before it.
 */
function asOfNow(change: MaterialChange, newest: Known & { material: Material }): MaterialChange | null {
  const { material } = newest;
  if (change.action === 'create') return newest.isDeleted ? null : { ...change, material };
  const before = change.action === 'update' ? change.before : change.material;
  if (!newest.isDeleted) return { subject: 'material', action: 'update', material, before };
  // Clients that could read it before it was hidden have not received its deletion.
  const hasSameReaders = readersOf(before.permissions).join() === readersOf(material.permissions).join();
  if (change.action === 'delete' || hasSameReaders) return null;
  return { subject: 'material', action: 'delete', material: { ...material, permissions: before.permissions } };
}
