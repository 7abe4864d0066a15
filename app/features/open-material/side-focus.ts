/** Tracks which of two sides has the keyboard focus. */
export type SideFocus = {
  /** Call when the focus is on a side. */
  note: (id: string) => void;
  /** Call when the user has just chosen this side: it gets the focus once, when it is shown. */
  want: (id: string) => void;
  /** True if this side, not the other one, should get the focus when its content is shown. */
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
    // The side focused last may have been closed, or replaced by an older paper.
    isFor: (side, other) => (wanted === null ? last !== other : wanted === side),
  };
}
