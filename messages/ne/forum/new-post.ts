/** Words of the form of a new post. */

import { counted } from '../format.ts';

export const postingIsComing = 'पूरा संस्करण सुरु भएपछि पोस्ट लेख्न सकिन्छ।';

export const titlePlaceholder = 'केका बारेमा हो?';
export const titleMissing = 'पोस्टको शीर्षक लेख्नुहोस्।';
export const content = 'पोस्टको विवरण';
export const contentPlaceholder = 'प्रश्न सोध्नुहोस्, वा आफूले थाहा पाएको कुरा बताउनुहोस्…';
export const contentMissing = 'पोस्टको विवरण लेख्नुहोस्।';
export const selectFaculty = 'सङ्काय छान्नुहोस्';

export const tagsAdded = (max: number, count: number) =>
  `बढीमा ${counted(max, 'वटा ट्याग')} राख्न सकिन्छ; अहिले ${counted(count, 'वटा')} छ।`;
export const tagLimit = (max: number) => `${counted(max, 'वटा ट्याग')}को सीमा पुग्यो।`;
export const tagRepeated = 'यो ट्याग तपाईंले पहिले नै थप्नुभएको छ।';
export const addTag = 'ट्याग थप्नुहोस्';
export const add = 'थप्नुहोस्';
export const tagsOfPost = 'यस पोस्टका ट्याग';
export const removeTag = 'ट्याग हटाउनुहोस्';
export const removeThisTag = (tag: string) => `ट्याग हटाउनुहोस्: ${tag}`;
