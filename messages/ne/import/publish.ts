/** Words of publishing staged files: the button, the dialog and the notice afterwards. */

import { counted, digits, number } from '../format.ts';
import { filters } from './rows.ts';

const files = (count: number) => counted(count, 'वटा फाइल');

export const publishFiles = (count: number) => `${files(count)} प्रकाशित गर्नुहोस्`;
export const nothingReady = 'अहिले केही तयार छैन';
export const publishing = (done: number, total: number) => `प्रकाशित हुँदै छ: ${number(total)} मध्ये ${number(done)}`;

export const whatPublishingMeans = (undoDays: number) =>
  `पाठकले यी तुरुन्तै देख्छन्। ${digits(undoDays)} दिनसम्म यो अन्डू गर्न सकिन्छ।`;
export const takesSeconds = 'यसमा केही सेकेन्ड लाग्छ।';
export const takesLessThanMinute = 'यसमा एक मिनेटभन्दा कम लाग्छ।';
export const takesMinutes = (minutes: number) => `यसमा करिब ${counted(minutes, 'मिनेट')} लाग्छ।`;
export const nothingToPublish = 'प्रकाशित गर्न केही छैन';

/** Files that readers could not open. */
export const notForReaders = 'पाठकले खोल्न नसक्ने फाइल';
export const moreInTable = (count: number) => `अरू ${number(count)} वटा तालिकामा “${filters.unreadable}” छानेर हेर्नुहोस्।`;

/** Files that are not ready, with the choice to publish them. */
export const notReady = 'तयार नभएका';
const unreadyStates = {
  ready: 'तयार',
  doubtful: 'पक्का नभएको विवरण भएको',
  rights: 'पहिलो पृष्ठमा सबै अधिकार सुरक्षित भनिएको',
  duplicate: 'यहाँ भइसकेको फाइलजस्तै',
  unreadable: 'पासवर्ड लागेको वा बिग्रिएको',
  missing: 'विवरण नपुगेको',
  reading: 'अझै पढिँदै गरेको',
  notSent: 'नपठाइएको',
  refused: 'आफ्नो प्रकारका लागि नमिल्ने',
};
export const unready = <Piece>(
  strong: (text: string) => Piece,
  state: keyof typeof unreadyStates,
  count: number,
  isIncluded: boolean,
) => [`${unreadyStates[state]} ${files(count)}: `, strong(isIncluded ? 'प्रकाशित हुन्छ' : 'प्रकाशित हुँदैन')] as const;
export const alsoDoubtful = 'पक्का नभएका र अझै पढिँदै गरेका फाइल पनि प्रकाशित गर्नुहोस्';
export const alsoDuplicates = 'यहाँ भइसकेका फाइलजस्तै फाइल पनि प्रकाशित गर्नुहोस्';
export const alsoUnreadable = 'पासवर्ड लागेका र बिग्रिएका फाइल पनि प्रकाशित गर्नुहोस्';
export const whyNotReady = 'यी फाइल र कारण देखाउनुहोस्';
export const andMoreFiles = (count: number) => `र अरू ${number(count)} वटा`;

/** The materials that will be published. */
export const nonePublishable = 'यीमध्ये कुनै फाइल अहिले प्रकाशित गर्न मिल्दैन।';
export const unchecked = <Piece>(strong: (text: string) => Piece, count: number, isAll: boolean) =>
  [
    strong(isAll ? 'यीमध्ये एउटा पनि कसैले जाँचेको छैन' : `यीमध्ये ${number(count)} वटा कसैले जाँचेको छैन`),
    ': कसैले पनि विवरण राखेको वा पुष्टि गरेको छैन।',
  ] as const;
export const kinds = 'प्रकार';
export const countsOfKinds = (counts: readonly string[]) => counts.join(', ');
export const fromImport = (sources: string) => `${sources} को इम्पोर्टबाट`;
export const termFiles = (term: string, count: number) => `${term}: ${files(count)}`;
export const years = 'साल';
export const noYear = 'साल छैन';

/** The notice afterwards. */
export const published = (count: number) => `${files(count)} प्रकाशित भयो।`;
export const publishedTitle = (count: number) => `${files(count)} प्रकाशित भयो`;
export const interrupted = 'त्यसपछि प्रकाशन बीचमै रोकियो। पूरा गर्न बाँकी फाइल प्रकाशित गर्नुहोस्।';
export const undo = 'अन्डू गर्नुहोस्…';
export const seeInManage = 'सामग्री व्यवस्थापनमा हेर्नुहोस्';
