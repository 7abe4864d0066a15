/** Words of a subject page about what was read on this device. */

/** A paper that was marked as done, and the button that marks it. */
export const done = 'Done';
export const markAsDone = 'Mark as done';
export const doneOf = (done: number, total: number) => `${done} of ${total} done`;

/** Pinned subjects are on Home. */
export const pin = 'Pin';
export const unpin = 'Unpin';
export const pinSubject = (name: string) => `Pin ${name}`;
export const unpinSubject = (name: string) => `Unpin ${name}`;
