import { createContext, useContext, type ReactNode } from 'react';
import { useModalDialog } from '#app/ui/use-modal-dialog.ts';

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

/** The `<dialog>` of an opened material, as useModalDialog shows it; not modal while it is beside another one. */
export function useOpenedDialog(options: { onClose: () => void; closesOutside?: boolean }) {
  const { at, takesFocus } = useSide();
  return useModalDialog({ ...options, isModal: at === null, takesFocus });
}
