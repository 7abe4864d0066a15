/** Words of the list of discussions. */

import { counted } from '../format.ts';

export const forum = 'छलफल फोरम';
export const postingIsComing = 'नयाँ पोस्ट लेख्ने सुविधा छिट्टै आउँदै छ!';
export const searchDiscussions = 'छलफल खोज्नुहोस्';
export const searchPlaceholder = 'छलफल खोज्नुहोस्…';
export const allPosts = 'सबै पोस्ट';
export const noDiscussions = 'कुनै छलफल भेटिएन। पहिलो छलफल तपाईं नै सुरु गर्नुहोस्!';
export const comments = (count: number) => counted(count, 'वटा टिप्पणी');
