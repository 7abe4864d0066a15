/** The language of these messages. */

/** A BCP 47 tag. */
export const tag = 'ne';
export const direction = 'ltr';
/** The beginning of the addresses of its pages (contract/languages.ts). */
export const pathPrefix = '/ne';
