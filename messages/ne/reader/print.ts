/** Words of the reader's dialog for printing, and of printed pages. */

import { counted, digits } from '../format.ts';

export const preparing = (page: number, pageCount: number) => `${digits(pageCount)} मध्ये पृष्ठ ${digits(page)} तयार हुँदै छ…`;
export const allPages = (count: number) => `सबै ${counted(count, 'पृष्ठ')}`;
export const currentPage = (page: number) => `अहिलेको पृष्ठ (${digits(page)})`;
export const pageRange = 'केही पृष्ठ मात्र';
/** Before the first and the last page of the range. */
export const from = 'सुरु';
export const to = 'अन्त्य';
export const wrongRange = (pageCount: number) => `१ देखि ${digits(pageCount)} सम्मका दुई पृष्ठ नम्बर लेख्नुहोस्।`;
export const tooMany = (count: number, maxCount: number) =>
  `तपाईंले ${counted(count, 'पृष्ठ')} छान्नुभयो। यहाँ बढीमा ${counted(maxCount, 'पृष्ठ')} प्रिन्ट गर्न सकिन्छ। योभन्दा धेरै भए डकुमेन्ट डाउनलोड गरेर अर्को एपबाट प्रिन्ट गर्नुहोस्।`;

export const brokenPage = (page: number) => `पृष्ठ ${digits(page)} देखाउन सकिएन।`;
