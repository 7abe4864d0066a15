/** Moves the focus to the pages of a side, else to the whole side. */
export function focusSide(id: string): void {
  const side = document.querySelector(`[data-side-of="${CSS.escape(id)}"]`);
  const within = '.reader-scroller[tabindex="0"], .paper-dialog-body[tabindex="0"]';
  const place = side?.querySelector<HTMLElement>(within) ?? side?.querySelector<HTMLElement>('dialog');
  place?.focus({ preventScroll: true });
}
