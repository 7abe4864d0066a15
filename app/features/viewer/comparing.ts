import * as words from '#messages/viewer.ts';
import type { KeyedAction } from './action-keys.ts';
import { useSide, type Side } from './side.ts';

/** Actions for reading two materials side by side, in the reader and in the paper preview. */
export const compareActions = {
  compare: { name: 'compare', label: words.compare, keys: ['v'] },
  swapSides: { name: 'swapSides', label: words.swapSides, keys: ['x'] },
  otherSide: { name: 'otherSide', label: words.goToOtherSide, keys: ['F6'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

/**
 * The actions available for comparing. `beside`: all of them, next to another material; `possible`: only the one that
 * opens a second material.
 */
export type Comparing = 'possible' | 'beside' | null;

export function comparingOf({ at, canCompare }: Side): Comparing {
  if (at !== null) return 'beside';
  return canCompare ? 'possible' : null;
}

/** Returns the label of a part that both sides have. It names the side, so that the two labels differ. */
export function useSideLabel(label: string): string {
  const { at } = useSide();
  return at === null ? label : words.onSide(label, at);
}
