/** Words of the photographs and office documents of which the library makes a PDF. */
import { counted, digits, number } from '../format.ts';

export const photographs = 'फोटोहरू';
export const total = (count: number) => counted(count, 'वटा फोटो');
export const explanation =
  'प्रत्येक फोटो एउटा पृष्ठ बन्छ: सीधा पारिन्छ, कागजको किनारबाट काटिन्छ र उज्यालो एकनास बनाइन्छ। एउटै फोटोमा दुई पृष्ठ भए एउटै पृष्ठ रहन्छ। यी फोटो प्रशासकले मात्र देख्छन्।';

export const enlarge = (page: number, name: string) => `पृष्ठ ${digits(page)}, ${name}, ठूलो पारेर देखाउनुहोस्`;
export const moveEarlier = 'अगाडि सार्नुहोस्';
export const movePhotographEarlier = (name: string) => `${name} अगाडि सार्नुहोस्`;
export const moveLater = 'पछाडि सार्नुहोस्';
export const movePhotographLater = (name: string) => `${name} पछाडि सार्नुहोस्`;
export const rotate = 'घुमाउनुहोस्';
export const rotatePhotograph = (name: string) => `${name} घडीको दिशामा घुमाउनुहोस्`;
export const remove = (name: string) => `${name} हटाउनुहोस्`;
export const keepWhole = 'जस्ताको तस्तै राख्नुहोस्';
export const keepPhotographWhole = (name: string) => `${name} जस्ताको तस्तै राख्नुहोस्`;
/** The last step, for screen readers. */
export const moved = (name: string, page: number, total: number) =>
  `${name} अब ${digits(total)} मध्ये पृष्ठ ${digits(page)} हो।`;
export const removed = (name: string) => `${name} हटाइयो।`;

export const notAdded = 'थपिएन';
export const empty = (name: string) => `“${name}” खाली छ। अर्को छान्नुहोस्।`;
export const tooLarge = (name: string) => `“${name}” यस पुस्तकालयका लागि धेरै ठूलो छ।`;
export const alreadyListed = (name: string) => `“${name}” पहिले नै सूचीमा छ।`;
export const tooMany = (name: string, max: number) =>
  `“${name}” थपिएन: एउटा PDF मा बढीमा ${number(max)} वटा फोटो अट्छन्।`;

export const makePdf = 'PDF बनाउनुहोस्';
export const makePdfAgain = 'PDF फेरि बनाउनुहोस्';
export const progress = 'PDF बन्ने काम';
export const sendingPhotograph = (at: number, total: number) => `${number(total)} मध्ये फोटो ${number(at)} पठाइँदै छ…`;
export const sendingDocument = 'डकुमेन्ट पठाइँदै छ…';
export const waiting = 'अरू PDF बनेपछि पालो आउँछ…';
export const makingPage = (at: number, total: number) => `${digits(total)} मध्ये पृष्ठ ${digits(at)} बन्दै छ…`;
export const makingOfDocument = 'डकुमेन्टबाट PDF बन्दै छ…';
export const made = (pages: number, size: string) =>
  `PDF बन्यो: ${counted(pages, 'पृष्ठ')}, ${size}। प्रकाशित गर्नुअघि यसका पृष्ठ जाँच्नुहोस्।`;
export const madeOf = (name: string) =>
  `${name} बाट PDF बन्यो; मूल फाइल प्रशासकले मात्र देख्छन्। प्रकाशित गर्नुअघि PDF का पृष्ठ जाँच्नुहोस्।`;
export const openPdf = 'PDF नयाँ ट्याबमा खोल्नुहोस्';
export const notFetched = 'PDF लोड हुन सकेन। फेरि प्रयास गर्नुहोस्।';

/** The sources of a stored file. */
export const fromDocument = 'डकुमेन्टबाट बनाइएको';
export const fromPhotographs = (count: number) => `${counted(count, 'वटा फोटो')}बाट बनाइएको`;
