/** Words of buttons and links that mean the same everywhere. */

export const cancel = 'रद्द गर्नुहोस्';
export const clear = 'खाली गर्नुहोस्';
export const clearAll = 'सबै खाली गर्नुहोस्';
export const clearFilters = 'फिल्टर हटाउनुहोस्';
export const close = 'बन्द गर्नुहोस्';
/** Continues with the next step. */
export const proceed = 'अगाडि बढ्नुहोस्';
export const deleteIt = 'मेटाउनुहोस्';
export const discard = 'त्याग्नुहोस्';
export const dismiss = 'हटाउनुहोस्';
export const download = 'डाउनलोड';
export const edit = 'सम्पादन गर्नुहोस्';
export const hide = 'लुकाउनुहोस्';
export const next = 'अर्को';
export const open = 'खोल्नुहोस्';
export const previous = 'अघिल्लो';
export const print = 'प्रिन्ट गर्नुहोस्';
export const publish = 'प्रकाशित गर्नुहोस्';
export const read = 'पढ्नुहोस्';
export const remove = 'हटाउनुहोस्';
export const removeAll = 'सबै हटाउनुहोस्';
export const reportProblem = 'समस्या बताउनुहोस्';
export const restore = 'फिर्ता ल्याउनुहोस्';
export const returnHome = 'गृहपृष्ठमा फर्कनुहोस्';
export const save = 'सेभ गर्नुहोस्';
export const saveOffline = 'अफलाइन सेभ गर्नुहोस्';
export const search = 'खोज्नुहोस्';
export const selectAll = 'सबै छान्नुहोस्';
export const share = 'सेयर गर्नुहोस्';
export const showAll = 'सबै देखाउनुहोस्';
export const tryAgain = 'फेरि प्रयास गर्नुहोस्';
export const undo = 'अन्डू गर्नुहोस्';
export const view = 'हेर्नुहोस्';
