/** Reasons why the import does not add a chosen file, shown after its path, and the report about these files. */

import { counted, number } from '../format.ts';

export const unreadable = 'यो पढ्न सकिएन।';
export const notReadable = 'यो पढ्न सकिँदैन।';
export const noLongerReadable = 'यो अब पढ्न सकिँदैन। फेरि छान्नुहोस्।';
export const changedWhileRead = 'पढ्दापढ्दै यो बदलियो।';
export const changedSinceRead = (name: string) => `पढिसकेपछि “${name}” बदलियो। फेरि छान्नुहोस्।`;
export const pathTooLong = 'यसको पाथ धेरै लामो छ।';
export const tooLarge = (megabytes: number) => `यो ${number(megabytes)} MB को सीमाभन्दा ठूलो छ।`;
/** A chosen folder has more files than can be listed. */
export const tooManyInFolder = (max: number) =>
  `यहाँ ${number(max)} वटाभन्दा बढी फाइल छन्। बाँकी छोडिए। यसभित्रको कुनै फोल्डर छान्नुहोस्।`;
/** There are more files than can be added before some are published. */
export const tooManyAtOnce = (max: number) =>
  `यहाँ ${number(max)} वटाभन्दा बढी फाइल छन्। बाँकी छोडिए। यी प्रकाशित भएपछि फोल्डर फेरि छान्नुहोस्।`;
/** The name of the type, which comes with an English article, is left out. */
export const otherType = (extension: string, _type: string) =>
  `फाइलको नाममा ${extension} छ, तर यो त्यस प्रकारको फाइल होइन।`;
export const notSavedPage = (extension: string) => `फाइलको नाममा ${extension} छ, तर यो सेभ गरिएको वेब पेज होइन।`;
export const pdfInstead = 'यसको सट्टा यही नामको PDF लिइयो।';
export const portfolioUnpacked = (papers: number) =>
  `यो पोर्टफोलियो हो। यसको सट्टा भित्रको ${counted(papers, 'वटा प्रश्नपत्र')} थपियो।`;

/** A saved web page becomes one file with its pictures and styles. */
export const insidePage = (page: string) => `यो अब सेभ गरिएको पेज “${page}” भित्र छ।`;
export const pieceOfPage = (page: string) => `यो सेभ गरिएको पेज “${page}” को एउटा भाग हो।`;
export const leftOutOfPage = (page: string, count: number, megabytes: number) =>
  count === 1
    ? `पेज “${page}” थपियो, तर यसको एउटा तस्बिर वा अर्को फाइल राखिएन: राखेको भए पेज ${number(megabytes)} MB भन्दा ठूलो हुन्थ्यो।`
    : `पेज “${page}” थपियो, तर यसका ${number(count)} वटा तस्बिर र अरू फाइल राखिएनन्: राखेको भए पेज ${number(megabytes)} MB भन्दा ठूलो हुन्थ्यो।`;

export const sameDocument = (path: string) => `यो र ${path} एउटै डकुमेन्ट हुन्।`;
export const documentInTrash = (title: string) => `यो “${title}” का रूपमा ट्र्यासमा छ। त्यहीँबाट फिर्ता ल्याउनुहोस्।`;
export const documentHidden = (title: string) => `यो “${title}” का रूपमा लुकाइएको छ। यसलाई प्रशासकले मात्र देख्छन्।`;

export const notPicture = 'यसको नाम तस्बिरको जस्तो छ, तर यो JPEG, PNG, WebP वा HEIC तस्बिर होइन।';
export const tooManyPictures = (max: number) =>
  `एक पटकमा बढीमा ${number(max)} वटा तस्बिर थप्न मिल्छ। पहिले यी तस्बिरका PDF बनाइसक्नुहोस्, अनि फोल्डर फेरि छान्नुहोस्।`;
export const samePicture = (path: string) => `यो र ${path} एउटै तस्बिर हुन्।`;
export const leftOutByHand = 'यो तपाईंले छोड्नुभएको हो।';

/** Reasons why a picture is no page of a paper. */
export const noPage = {
  screenshot: 'यसको नाम स्क्रिनसटको जस्तो छ।',
  instrument: 'यसको नाम कुनै उपकरणको स्क्रिनको तस्बिरको जस्तो छ।',
  icon: 'यसको नाम लोगो वा आइकनको जस्तो छ।',
  output: 'यसको नाम प्रोग्रामको आउटपुटको जस्तो छ।',
  project: 'यो वेब पेज वा प्रोग्रामको भाग हो।',
  small: 'यो पृष्ठका रूपमा पढ्न नसकिने गरी सानो छ।',
  strip: 'यो पृष्ठ होइन, साँघुरो पट्टी हो।',
  lab: 'यो ल्याबको फोल्डरमा भएको स्क्रिनसट हो।',
  drawn: 'यो रेखाचित्र वा स्क्रिनसट हो: यो चौडा छ, र थोरै रङले कोरिएको छ।',
};

const pdfPlaces = {
  published: 'पुस्तकालयमा छ',
  hidden: 'लुकाइएको छ',
  trash: 'ट्र्यासमा छ',
  staged: 'इम्पोर्टको सूचीमा छ',
};
/** A picture is already in a PDF. */
export const pageOf = (title: string, place: keyof typeof pdfPlaces) =>
  `यो “${title}” को एउटा पृष्ठ हो, जुन ${pdfPlaces[place]}।`;

/** Reasons by the kind of file. */
export const reasons = {
  picture: 'यस प्रकारको तस्बिर लिइँदैन। पहिले JPEG वा PNG का रूपमा सेभ गर्नुहोस्।',
  document: 'पहिले PDF का रूपमा सेभ गर्नुहोस्।',
  slides: 'पहिले PDF का रूपमा सेभ गर्नुहोस्।',
  sheet: 'पहिले PDF का रूपमा सेभ गर्नुहोस्।',
  text: 'पहिले PDF का रूपमा सेभ गर्नुहोस्।',
  ebook: 'यो इ-बुक हो। पहिले PDF मा बदल्नुहोस्।',
  archive: 'यो ZIP, RAR, 7z वा tar आर्काइभ होइन। पहिले एक्स्ट्र्याक्ट गर्नुहोस्।',
  piece: 'यो सेभ गरिएको वेब पेजको एउटा भाग हो।',
  joined: 'यो अब सेभ गरिएको वेब पेजभित्र छ।',
  environment: 'यो Python इन्भाइरोनमेन्टको फाइल हो।',
  packages: 'यो इन्स्टल गरिएका प्याकेजको फाइल हो।',
  project: 'यो वेब प्रोजेक्टको फाइल हो।',
  listing: 'यो प्रोग्रामको कोड देखाउने पेज हो।',
  blank: 'यसमा पाठ छैन बराबर छ।',
  program: 'यो प्रोग्रामको फाइल हो।',
  data: 'यो डाटा फाइल हो।',
  recording: 'यो रेकर्डिङ हो।',
  other: 'यस प्रकारको फाइल लिइँदैन।',
  empty: 'यो खाली छ।',
  leftover: 'यो सिस्टम वा प्रोग्रामले छोडेको फाइल हो।',
};

type Kind = keyof typeof reasons;

/** Names of files of each kind, after their number. */
const counts: Record<Kind, string> = {
  picture: 'वटा अर्को प्रकारको तस्बिर',
  document: 'वटा Word डकुमेन्ट',
  slides: 'वटा प्रेजेन्टेसन',
  sheet: 'वटा स्प्रेडसिट',
  text: 'वटा टेक्स्ट फाइल',
  ebook: 'वटा इ-बुक',
  archive: 'वटा आर्काइभ',
  piece: 'वटा सेभ गरिएको वेब पेजको भाग',
  environment: 'वटा Python इन्भाइरोनमेन्टको फाइल',
  packages: 'वटा इन्स्टल गरिएका प्याकेजको फाइल',
  project: 'वटा वेब प्रोजेक्टको फाइल',
  listing: 'वटा प्रोग्रामको कोड देखाउने पेज',
  blank: 'वटा पाठ छैन बराबर भएको पेज',
  program: 'वटा प्रोग्रामको फाइल',
  data: 'वटा डाटा फाइल',
  recording: 'वटा रेकर्डिङ',
  other: 'वटा अन्य फाइल',
  empty: 'वटा खाली फाइल',
  joined: 'वटा सेभ गरिएको वेब पेजभित्रको फाइल',
  leftover: 'वटा सिस्टम वा प्रोग्रामले छोडेको फाइल',
};

/** Files that could become materials, before advice on how: `३ वटा Word डकुमेन्ट:`. */
export const countSentence = (kind: Kind, count: number) => `${counted(count, counts[kind])}:`;
export const advice = {
  picture: 'हरेकलाई JPEG वा PNG का रूपमा सेभ गर्नुहोस्।',
  document: 'हरेकलाई PDF का रूपमा सेभ गर्नुहोस्।',
  slides: 'हरेकलाई PDF का रूपमा सेभ गर्नुहोस्।',
  sheet: 'पुस्तकालयमा राख्नुपर्नेलाई PDF का रूपमा सेभ गर्नुहोस्।',
  text: 'पुस्तकालयमा राख्नुपर्नेलाई PDF का रूपमा सेभ गर्नुहोस्।',
  ebook: 'हरेकलाई PDF मा बदल्नुहोस्।',
  archive: 'ZIP, RAR, 7z र tar आर्काइभ मात्र खोलिन्छन्। पहिले यिनलाई एक्स्ट्र्याक्ट गर्नुहोस्।',
};
/** Some of these files have a PDF of the same name next to them. */
export const someWithPdf = (count: number) => `${number(count)} वटाको PDF पनि यहाँ छ।`;
export const withPdf = 'यसको PDF पनि यहाँ छ।';
export const allWithPdf = 'यिनका PDF पनि यहाँ छन्।';

/** Files of a folder that were left out: `३ वटा प्रोग्रामको फाइल, १ वटा डाटा फाइल`. */
export const countsOfKinds = (kinds: readonly { kind: Kind; count: number }[]) =>
  kinds.map(({ kind, count }) => counted(count, counts[kind])).join(', ');

/** The complete list as a table that spreadsheets open. */
export const listColumns = ['पाथ', 'नतिजा', 'कारण'];
export const notTaken = 'थपिएन';

/** Reading or sending the chosen files ended early. */
export const chooseAgain = 'अगाडि बढ्न फेरि छान्नुहोस्; यहाँ आइसकेका फाइल फेरि पठाइँदैनन्।';
export const unreachable = 'पुस्तकालयसँग सम्पर्क हुन सकेन। फेरि प्रयास हुँदै छ…';
export const pdfNotFetched = 'PDF लोड हुन सकेन। फेरि प्रयास गर्नुहोस्।';
