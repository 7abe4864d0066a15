/** Words of the list of discussions. */

import { counted } from '../format.ts';

export const forum = 'Discussion Forum';
export const postingIsComing = 'The ability to create new posts is coming soon!';
export const searchDiscussions = 'Search discussions';
export const searchPlaceholder = 'Search discussions...';
export const allPosts = 'All Posts';
export const noDiscussions = 'No discussions found. Be the first to start a conversation!';
export const comments = (count: number) => counted(count, 'comment');
