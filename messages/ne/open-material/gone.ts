/** Words of the notice that an opened material is not available. */

export const hidden = 'यो सामग्री उपलब्ध छैन।';
export const gone = 'यो सामग्री अब उपलब्ध छैन।';
export const whyHidden = 'यो अहिले लुकाइएको छ र पछि फेरि आउन सक्छ।';
export const whyWithdrawn = 'यो हटाइएको छ।';
export const whyMissing = 'यो हटाइएको छ, वा लिंक अधुरो छ।';
export const tryAnother = 'यही विषयमा अर्को सामग्री हुन सक्छ।';
export const browse = 'सामग्री हेर्नुहोस्';
