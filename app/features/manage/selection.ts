/** The selected rows of a list: the rows with these ids, or all that match the filters, on every page. */
export type Selection = {
  ids: ReadonlySet<string>;
  isEverything: boolean;
  /** The row selected or deselected last, where a range starts. */
  anchor: string | null;
};

export const nothingSelected: Selection = { ids: new Set(), isEverything: false, anchor: null };

export const everythingSelected: Selection = { ids: new Set(), isEverything: true, anchor: null };

export function isSelected({ ids, isEverything }: Selection, id: string): boolean {
  return isEverything || ids.has(id);
}

export function countSelected({ ids, isEverything }: Selection, total: number): number {
  return isEverything ? total : ids.size;
}

/** Selects or deselects one row. If everything was selected, the other rows of the page stay selected. */
export function toggleRow(selection: Selection, id: string, page: readonly string[]): Selection {
  const ids = new Set(selection.isEverything ? page : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, isEverything: false, anchor: id };
}

/**
 * Applies the anchor's state to all rows from the anchor to this one; only to this row if the anchor is not on the page. The
 * anchor stays.
 */
export function selectRange(selection: Selection, id: string, page: readonly string[]): Selection {
  const { anchor } = selection;
  const [from, to] = [anchor === null ? -1 : page.indexOf(anchor), page.indexOf(id)];
  if (anchor === null || from < 0 || to < 0) return toggleRow(selection, id, page);
  const ids = new Set(selection.isEverything ? page : selection.ids);
  const isOn = ids.has(anchor);
  for (const each of page.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isOn) ids.add(each);
    else ids.delete(each);
  }
  return { ids, isEverything: false, anchor };
}

/** Selects all rows of the page, or deselects them if all are selected. The selection on other pages stays. */
export function togglePage(selection: Selection, page: readonly string[]): Selection {
  if (selection.isEverything) return nothingSelected;
  const ids = new Set(selection.ids);
  const areAll = page.every((id) => ids.has(id));
  for (const id of page) {
    if (areAll) ids.delete(id);
    else ids.add(id);
  }
  return { ids, isEverything: false, anchor: null };
}

/** Reports how much of the page is selected. */
export function pageState(selection: Selection, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => isSelected(selection, id)).length;
  if (count === 0) return 'none';
  return count === page.length ? 'all' : 'some';
}

/**
 * Extends the range by one row, as Shift and an arrow key do. A step back towards the anchor deselects the row it
 * leaves.
 */
export function extendSelection(selection: Selection, from: string, to: string, page: readonly string[]): Selection {
  const begun =
    selection.anchor !== null && isSelected(selection, from) && page.includes(selection.anchor)
      ? selection
      : { ids: new Set([...selection.ids, from]), isEverything: false, anchor: from };
  const distance = (id: string) => Math.abs(page.indexOf(id) - page.indexOf(begun.anchor ?? from));
  const extended = selectRange(begun, to, page);
  if (distance(to) > distance(from)) return extended;
  return { ...extended, ids: new Set([...extended.ids].filter((id) => id !== from)) };
}
