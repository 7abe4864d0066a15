/** Words of the tool with which administrators rotate pages of a PDF. */

import { counted, digits } from './format.ts';

export const rotatePages = 'पृष्ठ घुमाउनुहोस्';
export const purpose =
  'उल्टा वा कोल्टे परेका पृष्ठ यहाँबाट सीधा पार्न सकिन्छ। तस्बिर र रिडरमा ती घुमाएर देखाइन्छन्; डाउनलोड हुने फाइल भने बदलिँदैन।';
export const pageShown = (page: number) => `पृष्ठ ${digits(page)}, देखाइने रूपमा`;
export const previousPage = 'अघिल्लो पृष्ठ';
export const pageNumber = (pageCount: number) => `पृष्ठ नम्बर, १ देखि ${digits(pageCount)}`;
/** Follows the field with the page number. */
export const ofPages = (pageCount: number) => `(जम्मा ${counted(pageCount, 'पृष्ठ')})`;
export const nextPage = 'अर्को पृष्ठ';
export const rotateAll = (pageCount: number) => `सबै ${counted(pageCount, 'पृष्ठ')} घुमाउनुहोस्`;
export const rotateLeft = 'बायाँतिर घुमाउनुहोस्';
export const rotateRight = 'दायाँतिर घुमाउनुहोस्';

export const pageRotated = (page: number) => `पृष्ठ ${digits(page)} घुमाइयो।`;
export const allRotated = 'सबै पृष्ठ घुमाइयो।';
export const notRotated = 'पृष्ठ घुमाउन सकिएन';
