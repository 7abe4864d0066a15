/** The language of these messages. */

/** A BCP 47 tag. */
export const tag = 'en';
export const direction = 'ltr';
/** The beginning of the addresses of its pages (contract/languages.ts). */
export const pathPrefix = '';
