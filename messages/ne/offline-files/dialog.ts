/** Words of the dialogs that save materials offline. */

import { counted } from '../format.ts';

export const notPossible = 'यस ब्राउजरले यसलाई राख्न सक्दैन; प्राइभेट विन्डो भएर यस्तो भएको हुन सक्छ। बरु फाइल डाउनलोड गर्नुहोस्।';
export const noSpace = 'यस ब्राउजरमा ठाउँ पुगेन। केही हटाउनुहोस् वा यस डिभाइसमा ठाउँ खाली गर्नुहोस्, अनि फेरि प्रयास गर्नुहोस्।';
export const tooMany = (max: number) => `बढीमा ${counted(max, 'वटा सामग्री')} सेभ गर्न सकिन्छ। अब नचाहिने सामग्री हटाउनुहोस्।`;

export const kindsToSave = 'सेभ गर्ने प्रकार';
/** Materials of a kind, with their size: `१२ वटा प्रश्नपत्र, ९.६ MB`. */
export const kindToSave = (materials: string, size: string) => `${materials}, ${size}`;
/** After `kindToSave`. */
export const alreadySaved = (count: number) => `(${counted(count, 'वटा')} सेभ भइसकेको)`;
export const chooseKind = 'कम्तीमा एउटा प्रकार छान्नुहोस्।';

/** `isRest` is true if the device already has other materials of the same subject. */
export function willBeStored(count: number, isRest: boolean): string {
  if (count === 1) return 'यो यस डिभाइसमा राखिन्छ, अनि इन्टरनेटबिनै पढ्न र खोज्न सकिन्छ।';
  return `${isRest ? 'बाँकी' : 'सबै'} ${counted(count, 'वटा')} यस डिभाइसमा राखिन्छन्, अनि इन्टरनेटबिनै पढ्न र खोज्न सकिन्छ।`;
}
export const spaceLeft = (size: string) => `यस ब्राउजरमा ${size} ठाउँ बाँकी छ।`;
export const save = (size: string) => `${size} सेभ गर्नुहोस्`;

/** After one material was saved, or several. */
export const isOnDevice = 'यो यस डिभाइसमा छ र इन्टरनेटबिनै खुल्छ।';
export const areOnDevice = 'यी यस डिभाइसमा छन् र इन्टरनेटबिनै खुल्छन्।';
export const removeFromDevice = 'यस डिभाइसबाट हटाउनुहोस्';
