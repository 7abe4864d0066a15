/** Words of the buttons of the page of the reading history. */

export const exportIt = 'एक्सपोर्ट गर्नुहोस्';
export const importIt = 'इम्पोर्ट गर्नुहोस्';
export const exportedFile = 'एक्सपोर्ट गरिएको फाइल';

export const imported = 'इम्पोर्ट भयो';
export const historyImported = 'तपाईंको पढाइको इतिहास इम्पोर्ट भयो।';
export const notImported = 'इम्पोर्ट भएन';
export const notExportedFile = 'यो “मेरो पढाइ” बाट एक्सपोर्ट गरिएको फाइल होइन।';

export const cleared = 'खाली भयो';
export const nothingStored =
  'तपाईंले के पढ्नुभयो र के खोज्नुभयो, अब यस साइटले यस ब्राउजरमा राखेको छैन। थिम र “यस डिभाइसमा सेभ गरिएका” मा भएका सामग्री भने रहन्छन्।';
export const notAllCleared = 'सबै खाली भएन';
export const copiesRemain = 'पेजका प्रति मेटाउन सकिएन। ब्राउजरको सेटिङबाट यस साइटको डाटा मेटाउनुहोस्।';
