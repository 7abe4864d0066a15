import { trustHtml } from '#app/ui/trusted-types.ts';

let clear = () => {};

/** What a printed paper may do beyond what it carries in itself: nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** Takes away what was put into the page for printing. Safe at any time. */
export function clearPrintedPaper(): void {
  clear();
}

/**
 * Prints a paper as it stood in its own frame. That frame may not open a print dialog, and a page prints a frame as one
 * picture cut at the edges of the sheets. So what the frame showed goes into a second one, unseen, in which no script
 * runs: it may then belong to this page and be printed by it, on sheets of its own, by its own rules for paper.
 */
export function printPaper(html: string): void {
  clear();
  const frame = document.createElement('iframe');
  frame.className = 'printed-paper';
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  const [doctype = ''] = /^<!doctype[^>]*>/i.exec(html) ?? [];
  frame.srcdoc = trustHtml(
    `${doctype}<meta http-equiv="Content-Security-Policy" content="${policy}">${withoutLinks(html.slice(doctype.length))}`,
  );
  clear = () => {
    clear = () => {};
    frame.remove();
  };
  frame.addEventListener('load', () => {
    const view = frame.contentWindow;
    if (!view) return;
    view.addEventListener('afterprint', () => clear());
    view.print();
  });
  document.body.append(frame);
}

/** A browser may connect ahead for a link (`preconnect`), and the policy does not keep it from that. */
function withoutLinks(html: string): string {
  return html.replace(/<link(?=[\s/>])/gi, '<meta');
}
