/** Words of the page of a discussion. */

import { number } from '../format.ts';

export const upvote = <Piece>(count: Piece) => ['अपभोट ', count] as const;
export const upvotingIsComing = 'लग इन गरेपछि पोस्टलाई अपभोट दिन सकिने हुन्छ।';

export const comments = (count: number) => `टिप्पणी (${number(count)})`;
export const addComment = 'टिप्पणी थप्नुहोस्';
export const commentPlaceholder = 'आफ्नो टिप्पणी लेख्नुहोस्…';
export const postComment = 'टिप्पणी पोस्ट गर्नुहोस्';
export const commentEmpty = 'टिप्पणी खाली छ';
export const commentEmptyDetails = 'पोस्ट गर्नुअघि टिप्पणी लेख्नुहोस्।';
export const commentAdded = 'टिप्पणी थपियो';
export const commentAddedDetails = 'तपाईंको टिप्पणी थपियो।';
export const noComments = 'अहिलेसम्म कुनै टिप्पणी छैन।';

/**
 * Two parts of one button: “यस टिप्पणीलाई अपभोट दिनुहोस्, अहिलेसम्म ५”. `readOut` is for words that only screen readers
 * get.
 */
export const upvoteComment = <Piece>(readOut: (words: string) => Piece) =>
  [readOut('यस टिप्पणीलाई'), ' अपभोट ', readOut('दिनुहोस्,')] as const;
export const commentUpvotes = <Piece>(count: number, readOut: (words: string) => Piece) =>
  [readOut('अहिलेसम्म'), ` ${number(count)}`] as const;
