/** Words of the reader's list of files inside a PDF. */

import { counted } from '../format.ts';

export const files = 'यस PDF भित्रका फाइल';
export const fileCount = (count: number) => `यस PDF भित्रका ${counted(count, 'वटा फाइल')}`;
export const hideFiles = 'फाइल लुकाउनुहोस्';
export const downloadFile = (name: string) => `${name} डाउनलोड गर्नुहोस्`;
export const fileDamaged = (name: string) => `“${name}” पढ्न सकिँदैन: यस PDF मा यो बिग्रिएको छ।`;
