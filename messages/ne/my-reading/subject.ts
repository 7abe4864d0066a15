/** Words of a subject page about what was read on this device. */

import { number } from '../format.ts';

/** A paper that was marked as done, and the button that marks it. */
export const done = 'सकिएको';
export const markAsDone = 'सकिएको चिह्न लगाउनुहोस्';
export const doneOf = (done: number, total: number) => `${number(total)} मध्ये ${number(done)} वटा सकियो`;

/** Pinned subjects are on Home. */
export const pin = 'पिन';
export const unpin = 'अनपिन';
export const pinSubject = (name: string) => `${name} पिन गर्नुहोस्`;
export const unpinSubject = (name: string) => `${name} अनपिन गर्नुहोस्`;
