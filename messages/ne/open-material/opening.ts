/** Words of the card that is shown while a material is opened over a page, and if that fails. */

export const opening = 'खुल्दै छ…';
export const openingOne = (title: string) => `${title} खुल्दै छ…`;
export const offline = 'इन्टरनेट छैन। इन्टरनेट आएपछि यो आफैँ खुल्छ।';
export const notLoaded = 'यो सामग्री लोड हुन सकेन। इन्टरनेट जाँच्नुहोस्।';
export const readerNotLoaded = 'रिडर लोड हुन सकेन। इन्टरनेट जाँच्नुहोस्।';
export const crashed = 'यो देखाउँदा गडबड भयो। फेरि प्रयास गर्दा प्रायः ठीक हुन्छ।';
export const notAvailable = 'यो सामग्री उपलब्ध छैन।';

export const leftSide = 'बायाँ भाग';
export const rightSide = 'दायाँ भाग';
