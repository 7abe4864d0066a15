/** The selected rows by id; `anchor` is the start of a range. */
export type RowSelection = { ids: ReadonlySet<string>; anchor: string | null };

export const noSelection: RowSelection = { ids: new Set(), anchor: null };

/** The rows of the table in order, and the index of each. */
type RowOrder = { ids: readonly string[]; positions: ReadonlyMap<string, number> };

/** Selects all rows between the anchor and this one, as with Shift. The anchor is `from` if there is none on screen. */
export function selectRange(before: RowSelection, order: RowOrder, from: string, to: string): RowSelection {
  const anchor = before.anchor !== null && order.positions.has(before.anchor) ? before.anchor : from;
  const ends = [order.positions.get(anchor) ?? -1, order.positions.get(to) ?? -1].sort((one, other) => one - other);
  const [first = -1, last = -1] = ends;
  if (first < 0) return before;
  return { ids: new Set(order.ids.slice(first, last + 1)), anchor };
}

/** Adds the row to the selection or removes it. */
export function toggleRow(before: RowSelection, id: string): RowSelection {
  const ids = new Set(before.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id };
}

export function selectAll(order: readonly string[]): RowSelection {
  return { ids: new Set(order), anchor: order[0] ?? null };
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Selects all shown rows in the folders of the selected rows, or of the active row, and in the folders below. If all of
 * these are already selected, continues with the parent folders.
 */
export function selectFolder(
  before: RowSelection,
  ids: readonly string[],
  pathOf: (id: string) => string,
  activeId: string | null,
): RowSelection {
  const chosen = before.ids.size > 0 ? [...before.ids] : activeId === null ? [] : [activeId];
  if (chosen.length === 0) return before;
  let folders = new Set(chosen.map((id) => folderOf(pathOf(id))));
  for (;;) {
    const within = ids.filter((id) => isWithin(pathOf(id), folders));
    if (within.length > before.ids.size || folders.has('')) return { ids: new Set(within), anchor: within[0] ?? null };
    folders = new Set([...folders].map(folderOf));
  }
}

/** True if a path is in one of these folders or below it. */
function isWithin(path: string, folders: ReadonlySet<string>): boolean {
  if (folders.has('')) return true;
  let folder = folderOf(path);
  while (folder !== '' && !folders.has(folder)) folder = folderOf(folder);
  return folder !== '';
}

/** Removes rows that are no longer on screen from the selection. */
export function keepShown(before: RowSelection, shown: ReadonlySet<string>): RowSelection {
  if ([...before.ids].every((id) => shown.has(id))) return before;
  return { ids: new Set([...before.ids].filter((id) => shown.has(id))), anchor: before.anchor };
}

/** Returns the active row after rows were removed: the same row, else the next remaining one, else the previous one. */
export function nextLeft(before: readonly string[], activeId: string | null, left: ReadonlySet<string>): string | null {
  if (activeId === null || left.has(activeId)) return activeId;
  const index = before.indexOf(activeId);
  return (
    before.slice(index + 1).find((id) => left.has(id)) ??
    before.slice(0, Math.max(0, index)).findLast((id) => left.has(id)) ??
    null
  );
}
