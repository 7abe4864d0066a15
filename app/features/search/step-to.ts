/**
 * Returns the index of the suggestion that a key moves to from the one at `from`; -1 is the search box. Null if the box
 * handles the key: Home and End move in its text until a suggestion is chosen.
 */
export function stepTo(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1 < count ? from + 1 : -1;
    case 'ArrowUp':
      return from >= 0 ? from - 1 : count - 1;
    case 'Home':
      return from >= 0 ? 0 : null;
    case 'End':
      return from >= 0 ? count - 1 : null;
    default:
      return null;
  }
}
