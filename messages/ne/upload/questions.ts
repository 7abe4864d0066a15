/** Words of the questions about a file that was sent: a duplicate, a PDF with a password, a portfolio. */

export const alreadyThere = 'यो फाइल पुस्तकालयमा पहिले नै छ';
/** A material, with its kind and place in parentheses. */
export const material = (title: string, place: string) => `“${title}” (${place})`;
/** A file that is not published yet. */
export const stagedFile = (path: string) => `“${path}”`;

const since = (day: string | null) => (day === null ? '' : `${day} देखि `);
const question = (isEdit: boolean) => (isEdit ? 'तैपनि यही फाइल प्रयोग गर्ने?' : 'तैपनि प्रकाशित गर्ने?');

/** `name` is `material` or `stagedFile`, `day` the day since when the file is hidden, in the trash or in the import. */
export const sameFile = {
  published: (name: string, _day: string | null, isEdit: boolean) =>
    `यही फाइल ${name} का रूपमा पहिले नै प्रकाशित छ। ${question(isEdit)}`,
  hidden: (name: string, day: string | null, isEdit: boolean) =>
    `यही फाइल ${name} का रूपमा पुस्तकालयमा ${since(day)}लुकाइएको छ। ${question(isEdit)}`,
  trash: (name: string, day: string | null, isEdit: boolean) =>
    `यही फाइल ${name} का रूपमा ${since(day)}ट्र्यासमा छ। ${question(isEdit)}`,
  staged: (name: string, day: string | null, isEdit: boolean) =>
    `यही फाइल ${name} का रूपमा ${since(day)}“धेरै फाइल इम्पोर्ट” मा तयारीमा छ। ${question(isEdit)}`,
};
export const openHidden = 'लुकाइएको फाइल नयाँ ट्याबमा खोल्नुहोस्';
export const openPublished = 'प्रकाशित सामग्री नयाँ ट्याबमा खोल्नुहोस्';
export const dontUse = 'प्रयोग नगर्नुहोस्';
export const dontPublish = 'प्रकाशित नगर्नुहोस्';
export const takeAnyway = 'तैपनि प्रयोग गर्नुहोस्';
export const publishAnyway = 'तैपनि प्रकाशित गर्नुहोस्';
export const restoreIt = 'पुरानै फिर्ता ल्याउनुहोस्';
export const showAgain = 'पुरानै फेरि देखाउनुहोस्';

export const sameFileThere = (name: string) => `यही फाइल पुस्तकालयमा “${name}” का रूपमा पहिले नै छ।`;
const restored = (title: string, state: 'hidden' | 'trash') =>
  state === 'trash' ? `“${title}” ट्र्यासबाट फिर्ता ल्याइयो।` : `“${title}” फेरि देखाइएको छ।`;
/** `state` is the former one. A restored material may still be hidden. */
export const broughtBack = (title: string, state: 'hidden' | 'trash', isHidden: boolean) =>
  isHidden ? `${restored(title, state)} यो अझै लुकाइएको छ: प्रशासकले मात्र देख्छन्।` : restored(title, state);

export const needsPassword = 'यो PDF खोल्न पासवर्ड चाहिन्छ';
export const passwordExplanation = 'पासवर्ड थाहा नभएका पाठकले यो PDF पढ्न सक्दैनन्। यहाँ लेखेको कुरा PDF पढ्न पाउने सबैलाई देखाइन्छ।';
export const wrongPassword = 'यस पासवर्डले PDF खुल्दैन।';
export const dontSave = 'सेभ नगर्नुहोस्';
export const saveWithout = 'पासवर्डबिना सेभ गर्नुहोस्';
export const publishWithout = 'पासवर्डबिना प्रकाशित गर्नुहोस्';
export const saveWith = 'यही पासवर्डसँग सेभ गर्नुहोस्';
export const publishWith = 'यही पासवर्डसँग प्रकाशित गर्नुहोस्';
export const noPassword = 'यो PDF खोल्न पासवर्ड चाहिन्छ।';

export const portfolio = 'यो PDF पोर्टफोलियो हो';
export const portfolioExplanation = (isEdit: boolean) =>
  isEdit
    ? 'प्रश्नपत्रहरू यसभित्र छुट्टै फाइलका रूपमा छन्, र पाठकले यसको आवरण पृष्ठ मात्र देख्छन्। भित्रका प्रश्नपत्र आफ्नो डिभाइसमा सेभ गर्नुहोस् र तीमध्ये एउटा प्रयोग गर्नुहोस्।'
    : 'प्रश्नपत्रहरू यसभित्र छुट्टै फाइलका रूपमा छन्, र पाठकले यसको आवरण पृष्ठ मात्र देख्छन्। बरु फारममा तीमध्ये एउटा छान्नुहोस्, वा सबै इम्पोर्ट गर्नुहोस्।';
export const portfolioDeclined = 'यो PDF पोर्टफोलियो हो।';
