/** Words of the page with the offline materials of this device. */

export const introduction = 'यी सामग्री इन्टरनेटबिनै पढ्न र खोज्न सकिन्छ। यी यही ब्राउजरमा मात्र राखिएका छन्।';
export const needsScripts = 'यसका लागि JavaScript चाहिन्छ। त्यसबिना हरेक फाइल डाउनलोड गरेर पछि खोल्न सकिन्छ।';
