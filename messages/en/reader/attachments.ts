/** Words of the reader's list of files inside a PDF. */

import { counted } from '../format.ts';

export const files = 'Files inside this PDF';
export const fileCount = (count: number) => `${counted(count, 'file')} inside this PDF`;
export const hideFiles = 'Hide files';
export const downloadFile = (name: string) => `Download ${name}`;
export const fileDamaged = (name: string) => `“${name}” can’t be read: it’s damaged in this PDF.`;
