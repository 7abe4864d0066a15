/** Words of the page that replaces a page that can’t be loaded without a connection. */

export const notStored = 'यो पेज यस डिभाइसमा सेभ गरिएको छैन। इन्टरनेट आएपछि आफैँ खुल्छ।';
export const looking = 'यस डिभाइसमा यो पेज खोजिँदै छ…';
export const seeOfflineMaterials = 'अफलाइन सामग्री हेर्नुहोस्';
