/** Words of My Reading, the reading history in this browser. */

import { counted } from '../format.ts';

/** `clearAll` is the label of a button, `saved` a link to the offline materials. */
export const introduction = <Piece>(clearAll: Piece, saved: Piece) =>
  [
    'तपाईंले खोलेका, पिन गरेका र सकिएको चिह्न लगाएका सामग्री, अनि तपाईंका हाइलाइट र बुकमार्क यही ब्राउजरमा मात्र राखिन्छन्। अर्को डिभाइसमा लैजान एक्सपोर्ट गर्नुहोस्। ',
    clearAll,
    ' थिच्दा हालैका खोजी र तपाईंले हेरेका पेजका प्रति पनि हट्छन्। थिम र अफलाइन फाइल भने हट्दैनन्; ती फाइल ',
    saved,
    ' मा छन्।',
  ] as const;
export const needsScripts = 'पढाइको इतिहास राख्न JavaScript चाहिन्छ; त्यसबिना केही पनि राखिँदैन।';
export const nothingYet = 'अहिलेसम्म केही छैन। तपाईंले खोलेका सामग्री र पिन गरेका विषय यहाँ देखिन्छन्।';
export const pinned = 'पिन गरिएका विषय';
export const opened = 'हालै खोलिएका';
export const removeOpened = (title: string) => `${title} हटाउनुहोस्`;
export const done = (count: number) => `${counted(count, 'वटा प्रश्नपत्रमा')} सकिएको चिह्न लगाइएको छ।`;
