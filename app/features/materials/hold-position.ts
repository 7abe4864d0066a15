import type { MaterialList } from '#contract/shelf.ts';

/**
 * Records where the row that the person reads is, before a list changes. The returned function scrolls it back there
 * after the change.
 */
export type HoldPosition = (list: HTMLElement) => () => void;

/** The function that holds the position, by the data of lists that were not changed by the person on this page. */
const holders = new WeakMap<MaterialList, HoldPosition>();

/**
 * The list holds its position when it shows this data. The function is passed in, because the browser loads it only
 * together with the code that updates lists.
 */
export function holdPositionFor(data: MaterialList, hold: HoldPosition): void {
  holders.set(data, hold);
}

/** The function that holds the position when this data is shown, or null if the list may move. */
export function findHolder(data: MaterialList): HoldPosition | null {
  return holders.get(data) ?? null;
}
