/** Words of the notice that an opened material is not available. */

export const hidden = 'This material isn’t available.';
export const gone = 'This material is no longer available.';
export const whyHidden = 'It’s hidden at the moment and may come back.';
export const whyWithdrawn = 'It was removed.';
export const whyMissing = 'It was removed, or the link is incomplete.';
export const tryAnother = 'There may be another one on the same subject.';
export const browse = 'Browse materials';
