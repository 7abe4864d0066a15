import { ContinueOffer } from '#app/features/reader/memory/continue-offer.tsx';
import { UndoBar } from '#app/features/reader/memory/undo-bar.tsx';
import { AttachmentOffer } from './attachments/attachment-offer.tsx';
import { BackButton } from './jumps/back-button.tsx';
import { OpenPanel } from './open-panel.tsx';
import { OpeningPhase } from './opening-phase.tsx';
import type { KnownLock } from './opening/password-form.tsx';
import { ReadingPages } from './reading-pages.tsx';
import type { Reader } from './use-reader.ts';

type ReaderBodyProps = { reader: Reader; title: string; downloadUrl: string; lock: KnownLock; onClose: () => void };

/** Renders the part below the toolbar: the pages, or a message until they are ready, and everything shown over them. */
export function ReaderBody({ reader, title, downloadUrl, lock, onClose }: ReaderBodyProps) {
  const { state, document, texts, jumping, tryAgain } = reader;
  const { body } = reader.elements;
  return (
    <div ref={body} className="reader-body">
      {document && <OpenPanel reader={reader} document={document} title={title} />}
      <OpeningPhase reader={reader} downloadUrl={downloadUrl} lock={lock} onClose={onClose} />
      {document && texts && (
        <ReadingPages
          key={state.openings}
          reader={reader}
          document={document}
          texts={texts}
          title={title}
          downloadUrl={downloadUrl}
        />
      )}
      {state.isOffline && !state.brokenBy && (
        <output className="reader-broken reader-offline">
          No connection. Loaded pages stay; the rest will load once you are back online.
        </output>
      )}
      <BackButton jumps={state.jumps} onBack={jumping.goBack} />
      {state.brokenBy && (
        <div className="reader-broken" role="alert">
          <span>The rest of this document can’t be loaded. {state.brokenBy}</span>
          <button type="button" className="reader-button" onClick={tryAgain}>
            Try again
          </button>
        </div>
      )}
      <MemoryOffers reader={reader} />
      {document && state.removedHighlight === null && reader.lastPage.offer === null && (
        <AttachmentOffer key={state.openings} document={document} pages={reader.elements.pages} />
      )}
      {reader.side.offer}
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
