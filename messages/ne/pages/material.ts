/** Words of the page of a material that is hidden or was removed. */

export const hiddenDetails = 'यो सामग्री अहिले लुकाइएको छ। पछि फेरि आउन सक्छ।';
export const withdrawnDetails = 'यो सामग्री हटाइएको छ।';
