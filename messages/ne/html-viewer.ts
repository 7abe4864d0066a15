/** Words of the paper preview, which shows HTML papers. */

export const tools = 'प्रश्नपत्रका टुल';
export const originalPage = 'मूल पेज';

export const loading = 'प्रश्नपत्र लोड हुँदै छ…';
export const notLoaded = 'यो प्रश्नपत्र लोड हुन सकेन। इन्टरनेट जाँचेर फेरि प्रयास गर्नुहोस्।';
export const scriptsAreOff = 'यस प्रश्नपत्रका स्क्रिप्ट बन्द छन्: चलाउँदा तपाईंले यो पढिरहेको कुरा यसको लेखकले थाहा पाउन सक्छन्।';
export const runScripts = 'स्क्रिप्ट चलाउनुहोस्';
/** The title of the page in the frame. */
export const readingView = 'पढ्न सजिलो रूप';

export const reportTo = <Piece>(email: Piece) => ['यस प्रश्नपत्रमा गल्ती भेट्नुभयो? ', email, ' मा बताउनुहोस्।'] as const;
