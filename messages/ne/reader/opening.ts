/** Words of the reader while a document opens, if that fails, and if the document needs a password. */

export const opening = 'खुल्दै छ…';

export const program = 'अर्को प्रोग्रामले यो डकुमेन्ट बीचमै रोक्यो।';
export const programAdvice =
  'यस कम्प्युटरको डाउनलोड म्यानेजर वा अर्को प्रोग्रामले रिडरको सट्टा आफैँ डाउनलोड गरेको हुन सक्छ। त्यसको सेटिङमा यो साइट नछुने बनाएर फेरि प्रयास गर्नुहोस्।';
export const network = 'तपाईंको नेटवर्कले यस डकुमेन्टको सट्टा अर्कै पेज पठायो।';
export const networkAdvice =
  'पहिले नेटवर्कमा लग इन गर्नुपर्ने हुन सक्छ। नयाँ ट्याबमा कुनै पनि साइट खोलेर लग इन गर्नुहोस्, अनि फेरि प्रयास गर्नुहोस्।';
export const missing = 'यो डकुमेन्ट भेटिएन।';
export const missingAdvice = 'यसको फाइल पुस्तकालयमा छैन। हटाइएको हुन सक्छ।';
export const refused = 'यो डकुमेन्ट अहिले लोड हुन सकेन।';
export const refusedAdvice = 'पुस्तकालयले फाइल पठाएन। एकछिन पर्खेर फेरि प्रयास गर्नुहोस्।';
export const broken = 'यो डकुमेन्ट देखाउन सकिएन।';
export const brokenAdvice = 'फेरि प्रयास गर्नुहोस्। त्यसले पनि भएन भने डाउनलोड गरेर अर्को एपमा खोल्नुहोस्।';

export const enterPassword = 'यो PDF फाइल खोल्न पासवर्ड लेख्नुहोस्।';
export const wrongPassword = 'पासवर्ड मिलेन। फेरि प्रयास गर्नुहोस्।';
export const knownPassword = <Piece>(password: Piece) => ['पुस्तकालयमा राखिएको पासवर्ड: ', password] as const;
