/** Returns the mark of a store or a database while a backup is restored into it. `id` names the restoration. */
export const restorationMark = (id: string): string => `restoration ${id}`;

/** Returns the mark of a store whose files have all arrived, before the records of the library are in use. */
export const restoredMark = (id: string, libraryId: string): string => `restored ${id} ${libraryId}`;

/** True if the mark is that of a restoration that is running or was killed. */
export const isRestorationMark = (mark: string | null): boolean => mark?.startsWith('restoration ') ?? false;

/** Returns the id of the restoration; null for another mark. */
export const readRestorationMark = (mark: string | null): string | null =>
  mark !== null && isRestorationMark(mark) ? mark.slice('restoration '.length) : null;

/** Returns null for another mark. */
export function readRestoredMark(mark: string | null): { id: string; libraryId: string } | null {
  const [, id, libraryId] = /^restored (\S+) (\S+)$/.exec(mark ?? '') ?? [];
  return id === undefined || libraryId === undefined ? null : { id, libraryId };
}
