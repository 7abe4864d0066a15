/** Which of two sides has the keyboard. */
export type SideFocus = {
  /** Notes that the focus is on a side. */
  note: (id: string) => void;
  /** The side was just chosen: it takes the focus once, when it is shown. */
  want: (id: string) => void;
  /** Whether a side takes the focus when its content is shown, rather than the other one. */
  isFor: (id: string, other: string) => boolean;
};

/** Starts with the focus on the side `id`. */
export function createSideFocus(id: string): SideFocus {
  let last = id;
  let wanted: string | null = null;
  return {
    note(side) {
      last = side;
      if (wanted === side) wanted = null;
    },
    want(side) {
      wanted = side;
    },
    // What had the focus last may have been closed, or replaced by an older paper.
    isFor: (side, other) => (wanted === null ? last !== other : wanted === side),
  };
}
