/** Words that several screens of the forum share. Only constants: each screen is loaded separately. */

export const isPreview = 'फोरम छिट्टै आउँदै छ। यी छलफल नमुना हुन्, र तपाईंले यहाँ लेखेको केही पनि कतै पठाइँदैन।';
export const backToDiscussions = 'छलफलमा फर्कनुहोस्';
export const createPost = 'पोस्ट लेख्नुहोस्';
export const comingSoon = 'यो सुविधा छिट्टै आउँदै छ';
export const tags = 'ट्यागहरू';
