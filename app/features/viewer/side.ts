import { createContext, useContext, type ReactNode } from 'react';
import { useModalDialog } from '#app/ui/dialog/use-modal-dialog.ts';

/** Position of an opened material: alone over the page, or on one side of the window next to another material. */
export type Side = {
  /** The material's id; '' outside an opened material. */
  id: string;
  /** The side of the window; null while the material is alone. */
  at: 'left' | 'right' | null;
  /**
   * True if another material can be opened next to this one: the window is wide, and the material is filed under a
   * subject.
   */
  canCompare: boolean;
  /** Lets the user choose the material of the other side. */
  compare: () => void;
  swapSides: () => void;
  /** Moves the focus to the other side. */
  otherSide: () => void;
  /** True if this side should get the focus when its content is shown. */
  takesFocus: () => boolean;
  /** The offer to open the other material on a window too narrow for both; null if there is none. */
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

/** Returns the side of this component. */
export const useSide = () => useContext(SideContext);

/**
 * Shows the `<dialog>` of an opened material with useModalDialog. It is not modal while another material is next to it.
 */
export function useOpenedDialog(options: { onClose: () => void; closesOutside?: boolean }) {
  const { at, takesFocus } = useSide();
  return useModalDialog({ ...options, isModal: at === null, takesFocus });
}
