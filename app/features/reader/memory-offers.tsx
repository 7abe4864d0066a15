import type { Reader } from './use-reader.ts';
import { ContinueOffer } from '#app/features/reader/memory/continue-offer.tsx';
import { UndoBar } from '#app/features/reader/memory/undo-bar.tsx';

/** Shows an offer below the pages: to undo the removal of a highlight, else to continue at the last page read. */
export function MemoryOffers({ reader }: { reader: Reader }) {
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
