import type { MaterialList } from '#contract/shelf.ts';

/**
 * Notes where the row that the person reads is, before a list changes. The answer, called after the change, scrolls it
 * back there.
 */
export type HoldPosition = (list: HTMLElement) => () => void;

/** How to hold the position, by the data of lists that changed without the person at this page doing anything. */
const holders = new WeakMap<MaterialList, HoldPosition>();

/**
 * When this data is shown, the list holds its position. The code that does so is passed in: the browser loads it only
 * together with the code that updates lists.
 */
export function holdPositionFor(data: MaterialList, hold: HoldPosition): void {
  holders.set(data, hold);
}

/** How to hold the position when this data is shown, or null if the list may move. */
export function findHolder(data: MaterialList): HoldPosition | null {
  return holders.get(data) ?? null;
}
