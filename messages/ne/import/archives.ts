/** Reasons why the import does not accept an archive or a file in it, shown after its path. */

import { digits, number } from '../format.ts';

const megabytes = (bytes: number) => `${digits(Math.floor(bytes / 1024 / 1024))} MB`;
const gigabytes = (bytes: number) => `${digits(Number((bytes / 1024 ** 3).toFixed(1)))} GB`;

export const part = 'यो टुक्रा पारिएको आर्काइभको एउटा भाग हो। पहिले सबै भाग सँगै राखेर एक्स्ट्र्याक्ट गर्नुहोस्।';
export const locked = 'यस आर्काइभमा पासवर्ड लागेको छ। पहिले एक्स्ट्र्याक्ट गर्नुहोस्।';
export const damaged =
  'यो एक्स्ट्र्याक्ट हुँदैन: यो बिग्रिएको छ, यसमा पासवर्ड लागेको छ, वा यो नचिनिने तरिकाले बनाइएको छ। पहिले आफैँ एक्स्ट्र्याक्ट गर्नुहोस्।';
/** Only the beginning of the archive could be read. */
export const rest =
  'यो आर्काइभ अन्त्यसम्म पढ्न सकिँदैन: यो बिग्रिएको छ, यसमा पासवर्ड लागेको छ, वा यो नचिनिने तरिकाले बनाइएको छ। त्यसअघिका फाइल थपिए। बाँकी थप्न पहिले आफैँ एक्स्ट्र्याक्ट गर्नुहोस्।';
export const notZip = 'यो आर्काइभ बिग्रिएको छ, वा यो ZIP आर्काइभ होइन।';
export const empty = 'यस आर्काइभमा कुनै फाइल छैन, वा यो बिग्रिएको छ।';
export const slow = 'यो आर्काइभ एक्स्ट्र्याक्ट गर्न धेरै समय लाग्छ। पहिले आफैँ एक्स्ट्र्याक्ट गर्नुहोस्।';
export const tooManyEntries = (max: number) =>
  `यस आर्काइभमा ${number(max)} वटाभन्दा बढी फाइल र फोल्डर छन्। यसलाई धेरै आर्काइभमा छुट्याउनुहोस्।`;
export const tooLarge = (maxBytes: number) =>
  `एक्स्ट्र्याक्ट गर्दा यो आर्काइभ ${gigabytes(maxBytes)} भन्दा ठूलो हुन्छ। यसलाई धेरै आर्काइभमा छुट्याउनुहोस्।`;
export const tooManyPapers = (maxBytes: number) =>
  `एक्स्ट्र्याक्ट गर्दा यसमा प्रश्नपत्र हुन सक्ने फाइल मात्रै ${gigabytes(maxBytes)} भन्दा बढी हुन्छन्। पहिले आफैँ एक्स्ट्र्याक्ट गर्नुहोस्।`;
export const packedTooLarge = (maxBytes: number) =>
  `ZIP नभएको आर्काइभ बढीमा ${megabytes(maxBytes)} को हुन सक्छ। पहिले एक्स्ट्र्याक्ट गर्नुहोस्।`;
export const innerTooLarge = (maxBytes: number) =>
  `आर्काइभभित्रको आर्काइभ बढीमा ${megabytes(maxBytes)} को हुन सक्छ। पहिले एक्स्ट्र्याक्ट गर्नुहोस्।`;
export const tooDeep = (maxDepth: number) =>
  `यो एकभित्र अर्को गरी ${digits(maxDepth)} वटाभन्दा बढी आर्काइभभित्र छ। पहिले एक्स्ट्र्याक्ट गर्नुहोस्।`;

export const outside = 'यसको पाथ आर्काइभबाहिर जान्छ।';
export const link = 'यो फाइल होइन, लिंक हो।';
/** It may be a zip bomb. */
export const bomb = 'यो अति धेरै कम्प्रेस गरिएको छ, त्यसैले हानिकारक हुन सक्छ।';
export const largerThanListed = 'यो आर्काइभमा लेखिएको साइजभन्दा ठूलो छ।';
export const smallerThanListed = 'यो आर्काइभमा लेखिएको साइजभन्दा सानो छ।';
export const damagedFile = 'यो एक्स्ट्र्याक्ट हुँदैन: यो बिग्रिएको छ, वा नचिनिने तरिकाले बनाइएको छ।';
