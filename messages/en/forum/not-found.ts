/** Replaces the page of a discussion that does not exist. */

export const details = "The discussion you're looking for doesn't exist or has been removed.";
export const returnToDiscussions = 'Return to Discussions';
