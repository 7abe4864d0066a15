/** Words of the notices of the import: files that were not added, not sent, or not converted. */

import { counted, number } from '../format.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

export const notAllAdded = 'सबै फाइल थप्न सकिएन।';
export const nothingFound = 'PDF फाइल, वेब पेज, अफिस डकुमेन्ट वा तस्बिर भेटिएन';
export const nothingFoundSentence = 'PDF फाइल, वेब पेज, अफिस डकुमेन्ट वा तस्बिर भेटिएन।';
export const publishedBefore = (count: number) => `यीमध्ये ${files(count)} पहिले नै यहाँबाट प्रकाशित भएको हो।`;

/** Files with several paths. */
export const haveCopies = (count: number) => `${files(count)}का सबै प्रति एउटै पङ्क्तिमा देखाइएका छन्`;
export const copies = 'धेरै प्रति भएका फाइल';
export const andMoreCopies = (count: number) => `र अरू ${files(count)}`;

/** Files that weren’t added. */
export const notAdded = (count: number) => `${files(count)} थपिएन`;
export const notAddedList = 'नथपिएका फाइल';
export const couldBecomeMaterials = 'सामग्री बन्न सक्ने';
export const cannotBeAdded = 'थप्न नमिल्ने';
export const leftOutOnPurpose = 'जानाजान छोडिएका';
/** A folder and the kinds of its files, or the kinds alone. */
export const inFolder = (folder: string, kinds: string) => (folder === '' ? kinds : `${folder}: ${kinds}`);
export const countInFolder = (folder: string, count: number) =>
  `${folder === '' ? 'फोल्डरमा नभएका' : folder}: ${number(count)}`;
export const downloadList = 'पूरा सूची डाउनलोड गर्नुहोस्';
/** The name of the downloaded file. */
export const listName = 'नथपिएका फाइल.csv';

/** Files that were not sent because the library has them. */
export const sameHere = (count: number) => `${files(count)} पठाइएन: यही फाइल पुस्तकालय, ट्र्यास वा यस सूचीमा पहिले नै छ।`;
export const sendAnyway = 'तैपनि पठाउनुहोस्';

/** Files whose sending was stopped in this visit, or in an earlier one. */
export const stopped = (count: number) => `${files(count)} पठाइएको छैन।`;
export const sendStopped = (_count: number) => 'पठाउनुहोस्';
export const unsentEarlier = (count: number) => `अघिल्लो पटक छानिएको ${files(count)} पठाइएको छैन।`;
export const chooseSameAgain = 'अगाडि बढ्न उही फाइल वा फोल्डर फेरि छान्नुहोस्; पठाइसकिएका फाइल फेरि पठाइँदैनन्।';

/** Documents that wait for LibreOffice. */
export const toConvert = (count: number) => `${files(count)}को PDF बन्न बाँकी छ`;
/** `reason` is a sentence that says LibreOffice is not installed. */
export const toConvertInFull = (count: number, reason: string) =>
  `${files(count)}को PDF बन्न बाँकी छ। ${reason} फाइल राखिएको छ, र LibreOffice इन्स्टल भएपछि PDF आफैँ बन्छ।`;
