/** Words of the reader's panel: contents and thumbnails. */

import { digits } from '../format.ts';

export const panel = 'डकुमेन्टको प्यानल';
export const closePanel = 'प्यानल बन्द गर्नुहोस्';
export const noContents = 'यस डकुमेन्टमा विषयसूची छैन।';
export const recognisedPage = (page: number) =>
  `पृष्ठ ${digits(page)} तस्बिर हो। यसको पाठ प्रोग्रामले पहिचान गरेको हो, त्यसैले गल्ती हुन सक्छ।`;

export const loadingContents = 'विषयसूची लोड हुँदै छ…';
/** The button that shows the entries below this one. */
export const within = (entry: string) => `${entry} भित्र`;
/** Read out before the page number of an entry. */
export const entryPage = 'पृष्ठ';
