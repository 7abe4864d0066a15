import { createContext, useContext, type ReactNode } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';
import type { KeyedAction } from './action-keys.ts';

/** Where an opened material is shown: alone over the page, or on one side of the window beside another one. */
export type Side = {
  /** The material's id; '' outside an opened material. */
  id: string;
  /** Null while it is alone. */
  at: 'left' | 'right' | null;
  /** Whether another material can be opened beside this one: on a wide window, if it is filed under a subject. */
  canCompare: boolean;
  /** Lets the reader choose what is shown on the other side. */
  compare: () => void;
  swapSides: () => void;
  /** Moves the focus to the other side. */
  otherSide: () => void;
  /** Whether this side takes the focus when its content is shown. */
  takesFocus: () => boolean;
  /** What a window that is too narrow for both says of the other material; null if there is nothing to say. */
  offer: ReactNode;
};

const alone: Side = {
  id: '',
  at: null,
  canCompare: false,
  compare() {},
  swapSides() {},
  otherSide() {},
  takesFocus: () => true,
  offer: null,
};

export const SideContext = createContext<Side>(alone);

/** The side on which this component is. */
export const useSide = () => useContext(SideContext);

/** The label of a part that each side has: with the side, so that both are told apart. */
export function useSideLabel(label: string): string {
  const { at } = useSide();
  return at === null ? label : `${label}, ${at} side`;
}

/** The `<dialog>` of an opened material, as useModalDialog shows it; not modal while it is beside another one. */
export function useOpenedDialog(options: { onClose: () => void; closesOutside?: boolean }) {
  const { at, takesFocus } = useSide();
  return useModalDialog({ ...options, isModal: at === null, takesFocus });
}

/** Reading two materials side by side, in the reader and in the paper preview. */
export const compareActions = {
  compare: { name: 'compare', label: 'Compare', keys: ['v'] },
  swapSides: { name: 'swapSides', label: 'Swap sides', keys: ['x'] },
  otherSide: { name: 'otherSide', label: 'Go to the other side', keys: ['F6'] },
} as const satisfies Readonly<Record<string, KeyedAction & { name: string }>>;

/** Which of these actions there are on a side: `beside` another one all, alone only to open one beside it. */
export type Comparing = 'possible' | 'beside' | null;

export function comparingOf({ at, canCompare }: Side): Comparing {
  if (at !== null) return 'beside';
  return canCompare ? 'possible' : null;
}
