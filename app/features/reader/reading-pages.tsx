import { useCallback } from 'react';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import type { Reader } from './use-reader.ts';
import { PageList } from '#app/features/reader/pages/page-list.tsx';

type ReadingPagesProps = {
  reader: Reader;
  document: PdfDocument;
  texts: PageTexts;
  title: string;
  downloadUrl: string;
};

/** Renders the strip of pages of the open document. */
export function ReadingPages({ reader, document, texts, title, downloadUrl }: ReadingPagesProps) {
  const { state, change, elements, jumping, find, findRoom, highlights, bars, picture } = reader;
  const turnPage = useCallback((page: number) => change({ type: 'pageTurned', page }), [change]);
  const zoomTo = useCallback((zoom: number) => change({ type: 'zoomedTo', zoom }), [change]);
  return (
    <PageList
      document={document}
      texts={texts}
      title={title}
      zoom={state.zoom}
      rotation={state.rotation}
      isDark={state.isDark}
      firstPicture={picture?.image ?? null}
      downloadUrl={downloadUrl}
      initialPage={state.currentPage}
      isHighlighting={state.isHighlighting}
      highlights={state.highlights}
      room={bars.room}
      findRoom={findRoom}
      finding={find.finding}
      onFollow={jumping.followLink}
      onPageTurned={turnPage}
      onHighlight={highlights.add}
      onZoomed={zoomTo}
      onTravel={bars.onTravel}
      onTap={bars.onTap}
      handle={elements.pages}
    />
  );
}
