import { useEffect, useRef, type ClipboardEvent, type RefObject } from 'react';
import { selectedText, textOfPage } from '#app/features/reader/highlights/highlight-text.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import { linesOf } from '#app/features/reader/pdf/page-text.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';

/** Maximum length of copied text, in UTF-16 code units; the rest of a longer document is left out. */
const maxCopied = 8_000_000;

export type PageSelection = {
  /** Selects the text of the pages, without anything around them. */
  selectAll: () => void;
  /**
   * Puts the selected text of the pages on the clipboard. If the whole document is selected, includes the text of pages
   * that are not rendered.
   */
  copy: (event: ClipboardEvent) => void;
};

/** Handles selecting and copying the text of a document. */
export function useSelection(parts: {
  dialog: RefObject<HTMLElement | null>;
  document: PdfDocument | null;
  texts: PageTexts | null;
}): PageSelection {
  const { dialog, document: pdf, texts } = parts;
  /** The range that `selectAll` selected. Compared with the current selection, which the user may have changed. */
  const all = useRef<Range | null>(null);
  const reading = useRef<AbortController | null>(null);

  useEffect(
    function endCopying() {
      return () => reading.current?.abort();
    },
    [pdf],
  );

  return {
    selectAll() {
      const layers = dialog.current?.querySelectorAll(`[${textOfPage}]`) ?? [];
      const [first, last] = [layers[0], layers[layers.length - 1]];
      const selection = getSelection();
      if (!first || !last || !selection) return;
      selection.removeAllRanges();
      selection.setBaseAndExtent(first, 0, last, last.childNodes.length);
      all.current = selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    },
    copy(event) {
      if (event.target instanceof HTMLInputElement || !dialog.current) return;
      const text = selectedText(dialog.current);
      const isAll = isSelected(all.current);
      if (text === '' && !isAll) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', text);
      if (!isAll || !pdf || !texts || pdf.pageCount === 1 || !canWriteLater()) return;
      reading.current?.abort();
      reading.current = new AbortController();
      const whole = readAll(pdf, texts, reading.current.signal).then(
        (each) => new Blob([each], { type: 'text/plain' }),
      );
      // Without permission, or if the reader is closed meanwhile, the text of the pages in view stays on the clipboard.
      navigator.clipboard.write([new ClipboardItem({ 'text/plain': whole })]).catch(() => {});
    },
  };
}

/** True if the page may write to the clipboard after the event, which only secure origins may. */
const canWriteLater = () => 'clipboard' in navigator && typeof ClipboardItem === 'function';

/**
 * True if the selection begins where this range begins. The ends of a range are adjusted when pages around them are
 * removed.
 */
function isSelected(range: Range | null): boolean {
  const selection = getSelection();
  if (!range || !selection || selection.rangeCount === 0) return false;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  const { endContainer, endOffset } = selection.getRangeAt(selection.rangeCount - 1);
  return (
    startContainer === range.startContainer &&
    startOffset === range.startOffset &&
    endContainer === range.endContainer &&
    endOffset === range.endOffset
  );
}

/** Returns the text of all pages. Pages that can't be read are left out. */
async function readAll(pdf: PdfDocument, texts: PageTexts, signal: AbortSignal): Promise<string> {
  let text = '';
  for (let page = 1; page <= pdf.pageCount && text.length < maxCopied; page += 1) {
    const read = await texts.read(page, signal).catch(() => null);
    signal.throwIfAborted();
    const lines = read ? linesOf(read).join('\n').trim() : '';
    if (lines !== '') text += text === '' ? lines : `\n${lines}`;
  }
  return text;
}
