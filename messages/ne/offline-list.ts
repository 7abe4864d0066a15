/** Words of the page of the materials that are saved on this device. */

import { counted } from './format.ts';

export const notPossible = 'यस ब्राउजरले यस साइटका लागि केही राख्न सक्दैन; प्राइभेट विन्डो भएर यस्तो भएको हुन सक्छ।';
export const nothingSaved =
  'अहिलेसम्म केही छैन। सामग्री वा विषयको छेउमा, वा रिडरमा, “अफलाइन सेभ गर्नुहोस्” थिच्नुहोस्। पहिले यहाँ केही थियो भने ब्राउजरले ठाउँ खाली गर्न हटाएको हो।';

/** `size` is null if nothing is stored yet. */
export const savedCount = (count: number, size: string | null) =>
  size === null ? counted(count, 'वटा सामग्री') : `${counted(count, 'वटा सामग्री')}, ${size}`;

/** `file` describes the file: `PDF, १२ पृष्ठ, ८१२ KB`. */
export const notSavedYet = (file: string) => `${file}, अझै सेभ भएको छैन`;
export const removeMaterial = (title: string) => `${title} हटाउनुहोस्`;

/** `titles` are the first ones, of which `more` are left out. */
export const evicted = <Piece>(titles: Piece, more: number) =>
  [
    'ब्राउजरले ठाउँ खाली गर्न यी हटायो: ',
    titles,
    more > 0 ? ` र अरू ${counted(more, 'वटा')}। चाहिन्छ भने फेरि सेभ गर्नुहोस्।` : '। चाहिन्छ भने फेरि सेभ गर्नुहोस्।',
  ] as const;
