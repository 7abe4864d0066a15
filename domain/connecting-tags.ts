/**
 * Finds tags in HTML through which a browser may connect to other servers, whatever the policy of the page says: links
 * (`preconnect`, `dns-prefetch`), frames, whose `srcdoc` may contain links that no search for tags finds, and `<meta>`,
 * which may lead away (`refresh`): browsers connect before they see that the policy refuses that.
 */
export const connectingTag = /<(?:link|iframe|meta)(?=[\s/>])/gi;

/** An obsolete void tag that does nothing, and that the head of a page may have. */
export const harmlessTag = '<bgsound';

/** The HTML with harmless tags in place of those that may connect. */
export function withoutConnectingTags(html: string): string {
  return html.replace(connectingTag, harmlessTag);
}
