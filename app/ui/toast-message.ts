/** One short message that goes by itself. `title` says what happened, `text` the rest. */
export type ToastMessage = {
  title: string;
  text?: string;
  tone: 'plain' | 'success' | 'destructive';
  /** One thing to do about it, Undo say; the toast goes when it is done. */
  action?: { label: string; run: () => void };
  /** What it is about: a later message on the same topic takes its place, and `dismissToast` takes it away. */
  topic?: string;
};

/** What went as it was asked to: nothing to be done about it, and no harm if it is missed. */
export type Confirmation = Pick<ToastMessage, 'title' | 'text'>;
