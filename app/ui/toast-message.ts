/** A short message that disappears after some seconds. `title` says what happened, `text` gives details. */
export type ToastMessage = {
  title: string;
  text?: string;
  tone: 'plain' | 'success' | 'destructive';
  /** One action, such as Undo; the toast closes when it is done. */
  action?: { label: string; run: () => void };
  /** What the message is about: a later message on the same topic replaces it, and `dismissToast` removes it. */
  topic?: string;
};

/** Confirms that an action succeeded: nothing needs to be done, and it does no harm to miss it. */
export type Confirmation = Pick<ToastMessage, 'title' | 'text'>;
