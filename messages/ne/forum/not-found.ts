/** Replaces the page of a discussion that does not exist. */

export const details = 'तपाईंले खोज्नुभएको छलफल छैन वा हटाइएको छ।';
export const returnToDiscussions = 'छलफलमा फर्कनुहोस्';
