/** Words for parts of a PDF without a name, and exact errors of a PDF that can't be read. */

import { digits } from '../format.ts';

/** An entry of the contents, or a file inside the PDF. */
export const untitled = 'नाम नभएको';

export const failedToLoad = 'PDF फाइल लोड हुन सकेन।';
export const missingFile = (url: string) => `PDF “${url}” भेटिएन।`;
export const unexpectedResponse = (status: number, url: string) =>
  `PDF “${url}” माग्दा सर्भरले अप्रत्याशित जवाफ (${digits(status)}) दियो।`;
export const savedCopyDamaged = 'यस डकुमेन्टको अफलाइन प्रति बिग्रिएको छ। इन्टरनेट जोडेर फेरि प्रयास गर्नुहोस्।';
export const replaced = 'तपाईंले पढ्दापढ्दै फाइल बदलियो। फेरि खोल्नुहोस्।';
