/** Names of things that mean the same everywhere: attributes of a material, and parts of the library. */

import { digits } from './format.ts';

export const faculty = 'सङ्काय';
export const faculties = 'सङ्कायहरू';
export const semester = 'सेमेस्टर';
export const subject = 'विषय';
export const subjects = 'विषयहरू';
export const kind = 'प्रकार';
export const title = 'शीर्षक';
export const year = 'साल';
export const yearBs = 'साल वि.सं.';
export const file = 'फाइल';
export const pages = 'पृष्ठ';
export const revision = 'रिभिजन';
/** The mark of sample content. */
export const sample = 'नमुना';
export const home = 'गृहपृष्ठ';
export const library = 'पुस्तकालय';
export const discussions = 'छलफल';
export const savedOnDevice = 'यस डिभाइसमा सेभ गरिएका';

/** A page of a document: `पृष्ठ ७`. */
export const page = (number: number) => `पृष्ठ ${digits(number)}`;
