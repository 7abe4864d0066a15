/** Words of the admin panel around its tabs. */

import { number } from './format.ts';

export const title = 'प्रशासन प्यानल';
export const needsScripts = 'यो प्यानल चल्न JavaScript चाहिन्छ।';

export const signedInAs = (name: string, email: string) => `लग इन: ${name} · ${email}`;
export const logout = 'लग आउट';
export const libraryStatus = 'पुस्तकालयको अवस्था';
export const changePassword = 'पासवर्ड बदल्नुहोस्';
export const accountAndStatus = 'खाता र पुस्तकालयको अवस्था';

export const notAllowed = 'यस खाताले पुस्तकालय पढ्न मात्र सक्छ, व्यवस्थापन गर्न सक्दैन। प्रशासकका रूपमा लग इन गर्नुहोस्।';
export const setContact = 'आफ्नो सम्पर्क इमेल राख्नुहोस्।';
/** CONTACT_EMAIL is a setting, and site.json a file. */
export const defaultContact = <Piece>(email: Piece) =>
  [
    'विद्यार्थीहरूले अझै सुरुको इमेल ',
    email,
    ' नै देख्छन्। आफ्नो इमेल CONTACT_EMAIL मा वा सामग्री फोल्डरको site.json मा राख्नुहोस्।',
  ] as const;

export const uploadContent = 'सामग्री अपलोड';
export const manageContent = 'सामग्री व्यवस्थापन';
export const importMany = 'धेरै फाइल इम्पोर्ट';
export const whatIsMissing = 'के के छैन';
/** Files of the import that are not published yet: a number on the tab, with a word that is read out. */
export const stagedCount = <Piece>(count: number, read: Piece) => [`${number(count)} `, read] as const;
export const staged = 'वटा तयारीमा';

/** While files are dragged over the panel. */
export const dropToImport = 'इम्पोर्ट गर्न फाइल, फोल्डर वा आर्काइभ यहाँ छोड्नुहोस्।';
export const dropToUpload = 'अपलोड गर्न एउटा फाइल, वा इम्पोर्ट गर्न फोल्डर वा धेरै फाइल यहाँ छोड्नुहोस्।';
