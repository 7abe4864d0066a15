import { withoutConnectingTags } from '#domain/text/connecting-tags.ts';
import { paperPolicy } from '#domain/paper-policy.ts';
import { trustHtml } from '#app/ui/trusted-types.ts';

let clear = () => {};

/** Removes the elements added to the page for printing. May be called at any time. */
export function clearPrintedPaper(): void {
  clear();
}

/**
 * Prints a paper as shown in its frame. That frame may not open a print dialog, and browsers print a frame within a
 * page as one picture, cut off at the edge of the sheet. So the paper's HTML goes into a second, hidden frame without
 * scripts. That frame may have the origin of this page, and is printed as a document with its own page breaks and print
 * styles.
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
    `${doctype}<meta http-equiv="Content-Security-Policy" content="${paperPolicy}">${withoutConnectingTags(html.slice(doctype.length))}`,
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
