/** White space of HTML, which differs from `\s`. */
const space = String.raw`[\t\n\f\r ]{1,10}`;

const otherAttribute = String.raw`${space}(?!href=)[a-z-]{1,20}=(?:"[^"<>]{0,80}"|'[^'<>]{0,80}'|[\w-]{1,80})`;

/**
 * Matches the attributes of a link to a style sheet in a `data:` address, which connects to no server. Browsers use the
 * first `href` of a tag: if that isn't certainly this one, there is no match.
 */
const inlinedSheet = `(?:${otherAttribute}){0,5}${space}href=["']?data:text/css[;,]`;

/** The most characters from `<link` to the end of `inlinedSheet`. */
export const maxSheetChars = 640;

const sheetTag = new RegExp(`^<link${inlinedSheet}`, 'i');

/** True if a text begins with a link to a style sheet in a `data:` address. */
export function isInlinedSheet(html: string): boolean {
  return sheetTag.test(html);
}

/**
 * Finds tags in HTML through which a browser may connect to other servers, regardless of the page's policy: links
 * (`preconnect`, `dns-prefetch`); frames, whose `srcdoc` may contain links that no search for tags finds; and `<meta>`,
 * which may navigate away (`refresh`). Browsers connect before they apply the policy that forbids it.
 */
export const connectingTag = new RegExp(String.raw`<(?:link(?!${inlinedSheet})|iframe|meta)(?=[\s/>])`, 'gi');

/** An obsolete void tag without effect, which the head of a page may contain. */
export const harmlessTag = '<bgsound';

/** Returns the HTML with harmless tags in place of those that may connect. */
export function withoutConnectingTags(html: string): string {
  return html.replace(connectingTag, harmlessTag);
}
