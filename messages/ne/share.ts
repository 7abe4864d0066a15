/** Words for sharing a page: the button, and the dialog with a link and a QR code. */

export const shareOne = (title: string) => `${title} सेयर गर्नुहोस्`;

export const link = 'लिंक';
export const copy = 'कपी गर्नुहोस्';
export const copied = 'लिंक कपी भयो।';
export const notCopied = 'लिंक कपी हुन सकेन। लिंक छानिएको छ, आफैँ कपी गर्नुहोस्।';
export const qrCode = 'लिंकको QR कोड';
export const scan = 'अर्को डिभाइसमा यो पेज खोल्न कोड स्क्यान गर्नुहोस्।';
export const linkNotShown = 'सेयर गर्ने सुविधा लोड हुन सकेन। इन्टरनेट जाँच्नुहोस्।';
