import { useCallback } from 'react';
import { ContinueOffer, TrimOffer, UndoBar } from '#app/features/reader/memory/offers.tsx';
import { FailureCard } from '#app/features/reader/opening/failure-card.tsx';
import { OpeningPage } from '#app/features/reader/opening/opening-page.tsx';
import { PasswordForm, type KnownLock } from '#app/features/reader/opening/password-form.tsx';
import { PageList } from '#app/features/reader/pages/page-list.tsx';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { isInHalves } from '#app/features/reader/state/reader-state.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/pages.ts';
import { BackButton } from './jumps/back-button.tsx';
import {
  Aloud,
  Attachments,
  Followed,
  minSliderPages,
  OpenedDialog,
  OpenedHighlight,
  OpenPanel,
  Slider,
} from './opened-parts.tsx';
import { LaterPart } from './later-part.tsx';
import type { Reader } from './use-reader.ts';

type ReadingPagesProps = {
  reader: Reader;
  document: PdfDocument;
  texts: PageTexts;
  ink: DocumentInk;
  title: string;
  downloadUrl: string;
};

/** Renders the strip of pages of the open document. */
function ReadingPages({ reader, document, texts, ink, title, downloadUrl }: ReadingPagesProps) {
  const { state, change, elements, jumping, find, findRoom, highlights, bars, picture } = reader;
  const turnPage = useCallback((page: number) => change({ type: 'pageTurned', page }), [change]);
  const zoomTo = useCallback((zoom: number) => change({ type: 'zoomedTo', zoom }), [change]);
  return (
    <PageList
      document={document}
      texts={texts}
      ink={ink}
      title={title}
      zoom={state.zoom}
      isTrimmed={state.isTrimmed}
      isHalved={isInHalves(state)}
      rotation={state.rotation}
      isDark={state.isDark}
      firstPicture={picture?.image ?? null}
      downloadUrl={downloadUrl}
      initialPage={state.currentPage}
      isHighlighting={state.isHighlighting}
      highlights={state.highlights}
      bookmarks={state.bookmarks}
      spoken={state.spoken}
      room={bars.room}
      findRoom={findRoom}
      finding={find.finding}
      onFollow={jumping.followLink}
      onPageTurned={turnPage}
      onHighlight={(highlight) => highlights.add({ ...highlight, color: state.highlightColor })}
      onZoomed={zoomTo}
      onTravel={bars.onTravel}
      onTap={bars.onTap}
      handle={elements.pages}
    />
  );
}

type OpeningPhaseProps = { reader: Reader; downloadUrl: string; lock: KnownLock; onClose: () => void };

/**
 * Shows the progress of opening, or its failure, instead of the pages until the document is open; then renders nothing.
 */
function OpeningPhase({ reader, downloadUrl, lock, onClose }: OpeningPhaseProps) {
  const { state, picture, bars, tryAgain } = reader;
  const { phase } = state;
  switch (phase.name) {
    case 'opening':
      return (
        <OpeningPage
          picture={picture}
          zoom={state.zoom}
          isTrimmed={state.isTrimmed}
          isHalved={isInHalves(state)}
          isDark={state.isDark}
          room={bars.room}
        />
      );
    case 'locked':
      return <PasswordForm lock={lock} isWrong={phase.isWrong} onPassword={phase.answer} onCancel={onClose} />;
    case 'failed':
      return <FailureCard problem={phase.problem} downloadUrl={downloadUrl} onTryAgain={tryAgain} />;
    case 'reading':
      return null;
  }
}

type ReaderBodyProps = { reader: Reader; title: string; downloadUrl: string; lock: KnownLock; onClose: () => void };

/** Renders the part below the toolbar: the pages, or a message until they are ready, and everything shown over them. */
export function ReaderBody({ reader, title, downloadUrl, lock, onClose }: ReaderBodyProps) {
  const { state, document, texts, ink, jumping, tryAgain } = reader;
  const { body } = reader.elements;
  return (
    <div ref={body} className="reader-body">
      {document && <OpenPanel reader={reader} document={document} title={title} />}
      <OpeningPhase reader={reader} downloadUrl={downloadUrl} lock={lock} onClose={onClose} />
      {document && texts && ink && (
        <ReadingPages
          key={state.openings}
          reader={reader}
          document={document}
          texts={texts}
          ink={ink}
          title={title}
          downloadUrl={downloadUrl}
        />
      )}
      {state.isOffline && !state.brokenBy && <output className="reader-broken reader-offline">{words.offline}</output>}
      <BackButton jumps={state.jumps} onBack={jumping.goBack} />
      {state.brokenBy && (
        <div className="reader-broken" role="alert">
          <span>{words.restNotLoaded(state.brokenBy)}</span>
          <button type="button" className="reader-button" onClick={tryAgain}>
            {actions.tryAgain}
          </button>
        </div>
      )}
      {document && document.pageCount >= minSliderPages && <Slider reader={reader} document={document} />}
      {document && texts && state.isReadingAloud && <Aloud reader={reader} document={document} texts={texts} />}
      {document?.isComposed && <Followed reader={reader} document={document} />}
      <OpenedHighlight reader={reader} />
      <MemoryOffers reader={reader} />
      {document && state.removedHighlight === null && reader.lastPage.offer === null && (
        <Attachments key={state.openings} reader={reader} document={document} />
      )}
      {reader.side.offer}
      {reader.halvesOffer.isOffered && (
        <LaterPart>
          {({ HalvesOffer }) => (
            <HalvesOffer onAccept={reader.halvesOffer.accept} onDismiss={reader.halvesOffer.dismiss} />
          )}
        </LaterPart>
      )}
      {reader.trimOffer.isOffered && (
        <TrimOffer onAccept={reader.trimOffer.accept} onDismiss={reader.trimOffer.dismiss} />
      )}
      <OpenedDialog reader={reader} downloadUrl={downloadUrl} />
    </div>
  );
}

/** Shows an offer below the pages: to undo the removal of a highlight, else to continue at the last page read. */
function MemoryOffers({ reader }: { reader: Reader }) {
  const { state, change, elements, highlights, lastPage } = reader;
  const { pages } = elements;
  const removed = state.removedHighlight;
  const page = lastPage.offer;
  if (removed) {
    return (
      <UndoBar
        key={`${removed.page} ${removed.start}`}
        highlight={removed}
        onUndo={() => highlights.add(removed)}
        onDismiss={() => change({ type: 'undoDismissed' })}
      />
    );
  }
  if (page === null) return null;
  return (
    <ContinueOffer
      page={page}
      onContinue={() => {
        pages.current?.goTo(page);
        pages.current?.focus();
      }}
      onDismiss={() => {
        lastPage.dismiss();
        pages.current?.focus();
      }}
    />
  );
}
