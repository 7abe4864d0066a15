/** A short message that disappears after some seconds. `title` states the event, `text` gives details. */
export type ToastMessage = {
  title: string;
  text?: string;
  tone: 'plain' | 'success' | 'destructive';
  /** One action, such as Undo; running it closes the toast. */
  action?: { label: string; run: () => void };
  /** Topic of the message: a later message on the same topic replaces it, and `dismissToast` removes it. */
  topic?: string;
};

/** Confirms that an action succeeded. The user need not do anything, and missing the message does no harm. */
export type Confirmation = Pick<ToastMessage, 'title' | 'text'>;

export type ToasterSettings = {
  /** Time for which each kind of toast stays, in ms. */
  ms: { notification: number; confirmation: number };
  /** Adds the element with all toasts to the page. */
  addBox: (box: HTMLElement) => void;
};
