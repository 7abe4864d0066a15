import { pathPrefix } from '#messages/language.ts';

/**
 * Returns the address of a page in the language of the pages, for links outside of the router, which adds the language
 * by itself.
 */
export const localAddress = (address: string): string =>
  (pathPrefix as string) === '' ? address : pathPrefix + address.replace(/^\/(?=$|[?#])/, '');
