/** The email that reports a problem with a material. */

import { digits } from '../format.ts';

export const subject = (title: string) => `समस्या: ${title}`;
export const address = (url: string) => `ठेगाना: ${url}`;
export const page = (page: number) => `पृष्ठ: ${digits(page)}`;
/** The reader writes below it. */
export const whatIsWrong = 'के समस्या छ:';
