import type { MaterialList } from '#contract/shelf.ts';

/**
 * Records the position of the row being read, before a list changes. The returned function scrolls the row back there
 * after the change.
 */
export type HoldPosition = (list: HTMLElement) => () => void;

/** Functions that hold the reading position, by the list data that changes of other users led to. */
const holders = new WeakMap<MaterialList, HoldPosition>();

/**
 * Makes the list hold its position when it shows this data. The caller passes the function in, because the browser
 * loads it only together with the code that updates lists.
 */
export function holdPositionFor(data: MaterialList, hold: HoldPosition): void {
  holders.set(data, hold);
}

/** Returns the function that holds the position when this data is shown, or null if the list may move. */
export function findHolder(data: MaterialList): HoldPosition | null {
  return holders.get(data) ?? null;
}
