/** One short message that goes by itself. `title` says what happened, `text` the rest. */
export type ToastMessage = {
  title: string;
  text?: string;
  tone: 'plain' | 'success' | 'destructive';
  /** One thing to do about it, Undo say; the toast goes when it is done. */
  action?: { label: string; run: () => void };
};

/**
 * Shows a toast. The machinery is fetched with the first one; every message shown while it is on its way still comes.
 * Top right, 5 s, held while hovered or while the window is not looked at, dragged away at 80 %, Alt+T to focus it.
 */
export function showToast(message: ToastMessage): void {
  void import('./toaster.tsx').then(({ pushToast }) => pushToast(message));
}

/** What went as it was asked to: nothing to be done about it, and no harm if it is missed. */
export type Confirmation = Pick<ToastMessage, 'title' | 'text'>;

/**
 * Shows the other kind of toast (specification 9): small, bottom right, 4 s, at most three at a time while the next ones
 * wait. For our own confirmations only; what the specification's catalogue names is told by `showToast`.
 */
export function showConfirmation(confirmation: Confirmation): void {
  void import('./toaster.tsx').then(({ pushConfirmation }) => pushConfirmation(confirmation));
}
