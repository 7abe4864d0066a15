/** Words of the header, the footer and what surrounds every page. */

import { digits } from './format.ts';

export const skipToContent = 'मुख्य भागमा जानुहोस्';
export const mainNavigation = 'मुख्य';
export const home = 'गृहपृष्ठ';
export const library = 'पुस्तकालय';
export const myReading = 'मेरो पढाइ';
export const saved = 'सेभ गरिएका';
export const contributors = 'योगदानकर्ता';
export const about = 'हाम्रो बारेमा';
export const contact = 'सम्पर्क';
export const faq = 'FAQ';
export const opensInNewTab = '(नयाँ ट्याबमा खुल्छ)';
export const isNew = 'नयाँ';
export const menu = 'मेनु';
export const openMenu = 'मेनु खोल्नुहोस्';
export const closeMenu = 'मेनु बन्द गर्नुहोस्';
export const loading = 'लोड हुँदै छ…';
export const switchTheme = 'थिम बदल्नुहोस्';
export const switchThemeInFull = 'उज्यालो वा अँध्यारो थिममा बदल्नुहोस्';

export const explore = 'यस साइटमा';
export const resources = 'जानकारी';
export const legal = 'नियम';
export const forum = 'फोरम';
export const savedOnDevice = 'यस डिभाइसमा सेभ गरिएका';
export const privacyPolicy = 'गोपनीयता नीति';
export const termsOfService = 'सेवाका सर्तहरू';
export const openSourceLicences = 'ओपन सोर्स इजाजतपत्रहरू';
/** The name of the library and of who developed it. */
export const rights = (year: number, name: string, credit: string) =>
  `© ${digits(year)} ${name}। सर्वाधिकार सुरक्षित। विकासकर्ता: ${credit}।`;

export const noConnection = 'इन्टरनेट छैन';
export const loadsWhenOnline = 'इन्टरनेट आएपछि यो पेज आफैँ खुल्छ।';
/** On a page of which the server could not load every list. */
export const incomplete = 'सर्भर व्यस्त भएकाले यस पेजको केही भाग लोड हुन सकेन।';

export const notFound = 'माफ गर्नुहोस्! तपाईंले खोज्नुभएको पेज भेटिएन।';
export const searchLibrary = 'पुस्तकालयमा खोज्नुहोस्';
export const searchExample = 'विषय वा प्रश्न';

export const crashed = 'अप्रत्याशित त्रुटि भयो!';
export const crashedDetails = 'गडबड हाम्रोतर्फ भएको हो, तपाईंको गल्ती होइन। फेरि प्रयास गर्दा प्रायः ठीक हुन्छ।';
