/** Words of the login page, of the form that signs in, also over the panel, and of the links that lead to them. */

export const login = 'लग इन';
export const goToDashboard = 'प्यानलमा जानुहोस्';

export const adminLogin = 'प्रशासक लग इन';
export const enterCredentials = 'प्रशासन प्यानलमा जान आफ्नो इमेल र पासवर्ड लेख्नुहोस्।';
export const welcome = (name: string) => `स्वागत छ, ${name}`;
export const keptSignedIn =
  '“मलाई लग इन राखिराख्नुहोस्” मा चिह्न नलगाए पेज रिलोड गर्दा लग आउट हुन्छ। भर्न थालेको फारम भने फाइलबाहेक यही ट्याबमा रहन्छ।';
export const forgotPassword = 'पासवर्ड बिर्सनुभयो? यस पुस्तकालयको सर्भर प्रशासकलाई नयाँ राखिदिन भन्नुहोस्।';

export const email = 'इमेल';
/** An example of an email address. */
export const emailExample = 'admin@example.com';
export const password = 'पासवर्ड';
export const keepSignedIn = 'मलाई लग इन राखिराख्नुहोस्';
export const loggingIn = 'लग इन हुँदै छ…';
export const needsScripts = 'लग इन गर्न JavaScript चाहिन्छ। पुस्तकालयका सबै कुरा भने त्यसबिनै पढ्न सकिन्छ।';
export const loginFailed = 'लग इन हुन सकेन। फेरि प्रयास गर्नुहोस्।';
/** The same as after other failures of the connection. */
export const unreachable = 'पुस्तकालयसँग सम्पर्क हुन सकेन। इन्टरनेट जाँचेर फेरि प्रयास गर्नुहोस्।';

/** When the session has ended while the panel is open. */
export const signInAgain = 'फेरि लग इन गर्नुहोस्';
export const sessionEnded = 'तपाईंको लग इनको समय सकियो। अगाडि बढ्न पासवर्ड लेख्नुहोस्; केही हराएको छैन।';
export const stillSignedIn = 'तपाईं अझै लग इन हुनुहुन्छ';
