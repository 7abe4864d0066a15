/** The part of the API that we use; not every browser has it. */
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
 * Defines how our own code may turn plain text into HTML or script addresses; the content security policy of every page
 * refuses everything else (server/http/responses/security-headers.ts). Scripts may only be files of the build, and the
 * service worker, at the address `worker`. Inline scripts are allowed by the hashes in the policy; the router inserts a page's inline scripts
 * again, so they are allowed here too. All HTML must pass through `trustHtml`.
 */
export function limitScripts(worker: string): void {
  trustedTypes?.createPolicy('default', {
    createScript: (text) => text,
    createScriptURL(address) {
      const { href } = new URL(address, location.href);
      return href.startsWith(`${location.origin}/assets/`) || href === location.origin + worker ? address : null;
    },
  });
}

const markup = trustedTypes?.createPolicy('markup', { createHTML: (html) => html });

/** Allows HTML as part of a page: for HTML from the server, and HTML for a frame without scripts. */
export function trustHtml(html: string): string {
  return markup ? markup.createHTML(html) : html;
}
