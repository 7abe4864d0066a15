/** Words for the progress and the problems of offline materials, in the dialogs and in the list of all. */

import { counted, number } from '../format.ts';

export const saving = (title: string) => `${title} सेभ हुँदै छ`;

const kinds = { paper: 'प्रश्नपत्र', note: 'नोट', revision: 'रिभिजन सामग्री', book: 'पुस्तक' };
/** `kind` is null for several kinds, `size` is a part of all bytes: `६१ मध्ये २३ वटा प्रश्नपत्र · ९.६ MB मध्ये ३.४`. */
export const progress = (
  kind: keyof typeof kinds | null,
  { done, count }: { done: number; count: number },
  size: string,
) => `${number(count)} मध्ये ${counted(done, `वटा ${kind ? kinds[kind] : 'सामग्री'}`)} · ${size}`;
export const waiting = 'पुस्तकालयसँग सम्पर्क हुन सकेन। सेभ गर्ने काम आफैँ फेरि सुरु हुन्छ।';

export const problems = {
  full: 'ठाउँ पुगेन। केही हटाउनुहोस् वा यस डिभाइसमा ठाउँ खाली गर्नुहोस्, अनि फेरि प्रयास गर्नुहोस्।',
  gone: 'यो अब पुस्तकालयमा छैन, त्यसैले यस डिभाइसबाट हटाइयो।',
  replaced: 'पुस्तकालयमा यसको नयाँ संस्करण छ। यस डिभाइसमा भएको पनि अझै पढ्न सकिन्छ।',
  damaged: 'यस डिभाइसमा भएको प्रति बिग्रिएको छ। फेरि डाउनलोड गर्नुहोस्।',
  refused: 'यो सार्वजनिक छैन, त्यसैले अफलाइन सेभ गर्न मिल्दैन।',
};
export const saveNewVersion = 'नयाँ संस्करण सेभ गर्नुहोस्';
export const saveAgain = 'फेरि सेभ गर्नुहोस्';
/** Dismisses a message. */
export const ok = 'ठीक छ';
