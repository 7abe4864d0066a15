/** Words of the reader's toolbar, of the pages, and of what is shown over them. */

import { counted, digits } from '../format.ts';
import { onSide } from '../viewer.ts';

export const tools = 'रिडरका टुल';
/** Announced after another page has become the current one. */
export const currentPage = (page: string, pageCount: number) => `${digits(pageCount)} मध्ये पृष्ठ ${page}`;
/** `numbered` are the first and the last page number, if the document has its own numbers. */
export function missingPage(typed: string, pageCount: number, numbered: readonly [string, string] | null): string {
  const range = numbered ? ` (नम्बर ${numbered[0]} देखि ${numbered[1]} सम्म)` : '';
  return `पृष्ठ ${typed} छैन। यो डकुमेन्ट ${counted(pageCount, 'पृष्ठ')}को हो${range}।`;
}

/** The name of a page or of a half of it, on one side of the window if two documents are open. */
export function pageName(page: number, half: 'left' | 'right' | null, side: 'left' | 'right' | null): string {
  const whole = `पृष्ठ ${digits(page)}`;
  const name = half ? `${whole}, ${half === 'left' ? 'बायाँ' : 'दायाँ'} आधा` : whole;
  return side ? onSide(name, side) : name;
}
export const withRecognisedText = (page: string) => `${page}, पहिचान गरिएको पाठ`;
export const bookmarked = 'बुकमार्क राखिएको';
export const linkInside = 'डकुमेन्टभित्रको लिंक';
export const linkToPage = (page: number) => `पृष्ठ ${digits(page)} मा जाने लिंक`;
export const brokenPage = 'यो पृष्ठ देखाउन सकिएन।';
export const downloadDocument = 'डकुमेन्ट डाउनलोड गर्नुहोस्';
export const showPageAgain = (page: number) => `फेरि प्रयास गर्नुहोस्: पृष्ठ ${digits(page)}`;

export const backToPage = (page: number) => `पृष्ठ ${digits(page)} मा फर्कनुहोस्`;
export const offline = 'इन्टरनेट छैन। लोड भएका पृष्ठ रहन्छन्; बाँकी पृष्ठ इन्टरनेट आएपछि लोड हुन्छन्।';
export const restNotLoaded = (reason: string) => `यस डकुमेन्टको बाँकी भाग लोड हुन सकेन। ${reason}`;
export const partNotLoaded = 'रिडरको यो भाग लोड हुन सकेन। इन्टरनेट जाँच्नुहोस्।';
