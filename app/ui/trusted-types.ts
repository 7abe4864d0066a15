/** As far as we use it; not every browser has it. */
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (html: string) => string;
      createScript?: (text: string) => string;
      createScriptURL?: (address: string) => string | null;
    },
  ): { createHTML(html: string): string };
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/**
 * Says what our own code may make of plain text in places that could run it; the policy of every page refuses all else
 * (server/http/answers/security-headers.ts). Scripts come from the built ones alone. Which inline scripts may run is decided by
 * the hashes in the page's policy; the router writes those of a page once more. HTML from text is refused: `trustHtml`.
 */
export function limitScripts(): void {
  trustedTypes?.createPolicy('default', {
    createScript: (text) => text,
    createScriptURL: (address) =>
      new URL(address, location.href).href.startsWith(`${location.origin}/assets/`) ? address : null,
  });
}

const markup = trustedTypes?.createPolicy('markup', { createHTML: (html) => html });

/** HTML that may become part of a page: what the server made, or what goes into a frame without scripts. */
export function trustHtml(html: string): string {
  return markup ? markup.createHTML(html) : html;
}
