/** Words of the page of a discussion. */

export const upvote = <Piece>(count: Piece) => ['Upvote ', count] as const;
export const upvotingIsComing = 'The ability to upvote posts will be available after logging in.';

export const comments = (count: number) => `Comments (${count})`;
export const addComment = 'Add a comment';
export const commentPlaceholder = 'Write your comment…';
export const postComment = 'Post Comment';
export const commentEmpty = 'Empty Comment';
export const commentEmptyDetails = 'Please enter a comment before submitting.';
export const commentAdded = 'Comment Added';
export const commentAddedDetails = 'Your comment has been added successfully.';
export const noComments = 'No comments yet.';

/** Two parts of one button: “Upvote this comment, 5 so far”. `readOut` is for words that only screen readers get. */
export const upvoteComment = <Piece>(readOut: (words: string) => Piece) =>
  ['Upvote ', readOut('this comment,')] as const;
export const commentUpvotes = <Piece>(count: number, readOut: (words: string) => Piece) =>
  [`${count} `, readOut('so far')] as const;
