/**
 * Notes where what the person reads stands in a list, before the list changes; the answer, called after, brings it back
 * there.
 */
export type HoldPlace = (list: HTMLElement) => () => void;

let hold: HoldPlace | null = null;

/**
 * From now until a list has changed by it, lists stand still. What does the holding is handed in, as it comes to the
 * browser only together with what makes lists change by themselves.
 */
export function holdPlaces(by: HoldPlace): void {
  hold = by;
}

/** Takes the holding for one change. */
export function takeHold(): HoldPlace | null {
  const taken = hold;
  hold = null;
  return taken;
}
