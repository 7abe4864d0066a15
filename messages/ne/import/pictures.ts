/** Words of the pictures of an import, which become PDFs once a person has confirmed their groups. */

import { counted, digits } from '../format.ts';

const pictures = (count: number) => counted(count, 'वटा तस्बिर');
const pdfs = (count: number) => counted(count, 'वटा PDF');

export const heading = 'तस्बिरहरू';
export const headingWithCounts = (groups: number, count: number) => `${pictures(count)}बाट ${pdfs(groups)}`;
export const help =
  'एउटै फोल्डरका मिल्दोजुल्दो नाम भएका तस्बिर मिलेर एउटा PDF बन्छ। हरेक तस्बिर एउटा पृष्ठ बन्छ: सीधा पारिन्छ, कागजको किनारबाट काटिन्छ र उज्यालो एकनास बनाइन्छ। कुनै पृष्ठअघि PDF छुट्याउन, पृष्ठ सार्न वा छोडिदिन त्यो पृष्ठ छान्नुहोस्।';
export const keys =
  'किबोर्डका की: छान्न एरो, छुट्याउन S, जोड्न J, छुट्टाछुट्टै PDF का लागि E, एउटै PDF का लागि Enter, निर्णय गर्नुपर्ने अर्कोमा जान N, सार्न Alt सँग एरो, छोडिदिन Delete, हेर्न Space, अन्डू गर्न Ctrl+Z थिच्नुहोस्।';
export const needDecision = (count: number) => `${pdfs(count)} बारे निर्णय गर्नुपर्छ।`;
export const showNext = 'अर्को देखाउनुहोस्';
export const keepAll = 'सबै यस्तै राख्नुहोस्';
export const noFolder = 'फोल्डरमा नभएका';
export const noPreview = 'प्रिभ्यु छैन';
export const notShownHere = 'यस ब्राउजरले तस्बिर देखाउन सक्दैन। PDF मा भने यो हुन्छ।';

/** Reasons why a group needs a decision. */
export const doubts = {
  numbers: 'धेरै प्रश्नपत्र हुन सक्छन्: नाममा भएका अङ्क प्रश्नपत्रका क्रमसङ्ख्या हुन सक्छन्।',
  sent: 'धेरै प्रश्नपत्र हुन सक्छन्: यी सँगै पठाइएका हुन्।',
  apart: 'धेरै प्रश्नपत्र हुन सक्छन्: यी फरक-फरक समयमा खिचिएका हुन्।',
  many: 'धेरै प्रश्नपत्र हुन सक्छन्: पृष्ठ धेरै छन्।',
  known: 'यही नामका तस्बिर, वा यीमध्ये केही, पुस्तकालयको कुनै PDF मा पहिले नै छन्।',
};

/** The buttons of a group; those `…Of` are for screen readers, with the name of the PDF. */
export const pageCount = (count: number) => counted(count, 'पृष्ठ');
export const joinBefore = 'अघिल्लो PDF सँग जोड्नुहोस्';
export const joinBeforeOf = (pdf: string) => `${pdf} लाई अघिल्लो PDF सँग जोड्नुहोस्`;
export const onePdf = 'एउटै PDF';
export const onePdfOf = (pdf: string) => `${pdf} को एउटै PDF`;
export const onePdfEach = 'छुट्टाछुट्टै PDF';
export const onePdfEachOf = (pdf: string) => `${pdf} का छुट्टाछुट्टै PDF`;
/** The same action by a button with an icon. */
export const onePdfOfEachPage = (pdf: string) => `${pdf} को हरेक पृष्ठको छुट्टै PDF`;
export const leaveOut = 'छोडिदिनुहोस्';
export const leaveOutOf = (pdf: string) => `${pdf} छोडिदिनुहोस्`;
export const pagesOf = (pdf: string) => `${pdf} का पृष्ठ`;
/** `word` is for screen readers only. */
export const page = <Piece>(word: (text: string) => Piece, position: Piece) => [word('पृष्ठ '), position] as const;

/** The selected page, and its PDF; null if none is selected. */
type SelectedPage = { position: number; pdf: string } | null;
const nameOf = (page: SelectedPage) => (page ? `${page.pdf} को पृष्ठ ${digits(page.position)}` : 'छानिएको पृष्ठ');
/** The buttons for the selected page, in full for screen readers. */
export const splitBefore = 'यस पृष्ठअघि छुट्याउनुहोस्';
export const splitBeforePage = (page: SelectedPage) => `${nameOf(page)} अघि छुट्याउनुहोस्`;
export const moveEarlier = 'अगाडि सार्नुहोस्';
export const movePageEarlier = (page: SelectedPage) => `${nameOf(page)} अगाडि सार्नुहोस्`;
export const moveLater = 'पछाडि सार्नुहोस्';
export const movePageLater = (page: SelectedPage) => `${nameOf(page)} पछाडि सार्नुहोस्`;
export const leaveOutThis = 'यो पृष्ठ छोडिदिनुहोस्';
export const leaveOutPage = (page: SelectedPage) => `${nameOf(page)} छोडिदिनुहोस्`;
export const viewPage = (page: SelectedPage) => `${nameOf(page)} हेर्नुहोस्`;
export const selectPage = 'पृष्ठ छान्नुहोस्।';
export const selectedPage = (position: number, count: number, pdf: string) =>
  `${digits(count)} मध्ये पृष्ठ ${digits(position)}, ${pdf}`;
export const makePdfs = (count: number) => `${pdfs(count)} बनाउनुहोस्`;

/** Read out after an action. */
export const joined = 'अघिल्लो PDF सँग जोडियो।';
export const madeOnes = (count: number) => `अब ${pdfs(count)} भयो।`;
export const accepted = 'एउटै PDF बन्छ।';
export const allAccepted = (count: number) => `${pdfs(count)} यस्तै रहन्छ।`;
export const groupLeftOut = (count: number) => `${pictures(count)} छोडियो।`;
export const pageLeftOut = 'तस्बिर छोडियो।';
export const split = 'दुई वटा PDF मा छुट्याइयो।';
export const moved = (position: number, count: number) => `अब ${digits(count)} मध्ये पृष्ठ ${digits(position)} हो।`;
export const undone = 'अन्डू भयो।';

/** Pictures left out of PDFs. */
export const leftOut = (count: number) => `${pictures(count)} छोडिएको छ`;
export const leftOutList = 'छोडिएका तस्बिर';
export const picturesIn = (count: number, folder: string) =>
  folder === '' ? `फोल्डरमा नभएका ${pictures(count)}` : `${folder} का ${pictures(count)}`;
export const add = 'थप्नुहोस्';
export const addThese = (pictures: string) => `${pictures} थप्नुहोस्`;
export const restore = (title: string) => `“${title}” फिर्ता ल्याउनुहोस्`;
export const show = (title: string) => `“${title}” देखाउनुहोस्`;
export const andMoreFolders = (count: number) => `र अरू ${counted(count, 'वटा फोल्डर')}`;
export const andMorePictures = (count: number) => `र अरू ${pictures(count)}`;
