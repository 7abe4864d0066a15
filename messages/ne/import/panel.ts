/** Words of the import around the table: choosing files, the progress of sending, and links. */

import { counted, digits, number } from '../format.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

export const addFolder = 'पूरै फोल्डर एकै पटक थप्नुहोस्';
export const howToAdd =
  'फाइल, फोल्डर वा आर्काइभ (ZIP, RAR, 7z, tar) यस पेजमा जहाँ पनि छोड्नुहोस्। फोल्डर, नाम र पहिलो पृष्ठ हेरेर हरेक फाइल कहाँको हो, अनुमान गरिन्छ; पक्का नभएका कुरा जाँच्नुहोस्, अनि प्रकाशित गर्नुहोस्।';
/** `verb` is hidden on phones. */
export const chooseFiles = <Piece>(verb: (text: string) => Piece) => ['फाइल', verb(' छान्नुहोस्')] as const;
export const chooseFolder = <Piece>(verb: (text: string) => Piece) => ['फोल्डर', verb(' छान्नुहोस्')] as const;

/** The progress of the chosen files. */
export const lookingThrough = 'फाइल हेरिँदै छ';
export const comparing = 'पुस्तकालयसँग तुलना हुँदै छ';
export const comparingFiles = (done: number, total: number) =>
  `पुस्तकालयसँग तुलना हुँदै छ: ${files(total)}मध्ये ${number(done)}`;
export const nothingSentYet = 'अहिलेसम्म केही पठाइएको छैन।';
export const sending = 'पठाइँदै छ';
const sendingStates = {
  sending,
  /** Everything was sent, and PDFs are made. */
  finishing: 'सकिन लाग्यो',
  paused: 'रोकिएको छ',
  away: 'पुस्तकालयको पर्खाइमा',
};
export const sendingFiles = (state: keyof typeof sendingStates, done: number, total: number) =>
  `${sendingStates[state]}: ${files(total)}मध्ये ${number(done)}`;
/** `sent` and `total` are sizes; `found` is null once all files are found. */
export const sentBytes = (sent: string, total: string, found: number | null) =>
  `${total} मध्ये ${sent}${found === null ? '' : `; अहिलेसम्म ${files(found)} भेटियो`}`;
export const allSent = (total: string) => `${total} पठाइयो। PDF एकपछि अर्को गर्दै बन्छन्।`;
export const kilobytes = (count: number) => `${number(count)} KB`;
export const pause = 'रोक्नुहोस्';

export const notAllLoaded = 'तयारीमा रहेका सबै फाइल लोड हुन सकेनन्।';
export const undoneFor = <Piece>(days: number, link: (text: string) => Piece) =>
  [`प्रकाशन ${digits(days)} दिनसम्म अन्डू गर्न सकिन्छ: `, link('हालका परिवर्तन')] as const;
