import { BookmarkCheck, Crop, X } from 'lucide-react';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/offers.ts';
import './offer.css';

type ContinueOfferProps = { page: number; onContinue: () => void; onDismiss: () => void };

/** Offers to continue at the page read last. Shown below the pages; disappears when the user reads other pages. */
export function ContinueOffer({ page, onContinue, onDismiss }: ContinueOfferProps) {
  return (
    <section className="reader-offer" aria-label={useSideLabel(words.lastRead)}>
      <button type="button" className="reader-offer-go" onClick={onContinue}>
        <BookmarkCheck aria-hidden="true" />
        {words.continueAt(page)}
      </button>
      <DismissButton label={words.stayAtStart} onClick={onDismiss} />
    </section>
  );
}

type UndoBarProps = { highlight: Highlight; onUndo: () => void; onDismiss: () => void };

/**
 * Shows that a highlight was removed and offers to restore it, until the user dismisses the offer or adds another
 * highlight.
 */
export function UndoBar({ highlight, onUndo, onDismiss }: UndoBarProps) {
  return (
    <div className="reader-offer">
      <output className="reader-undo-text">{words.highlightRemoved(highlight.page)}</output>
      <button type="button" className="reader-offer-go" onClick={onUndo}>
        {actions.undo}
      </button>
      <DismissButton label={actions.dismiss} onClick={onDismiss} />
    </div>
  );
}

type TrimOfferProps = { onAccept: () => void; onDismiss: () => void };

/** Offers to show pages without their margins. Hidden while the bars are. */
export function TrimOffer({ onAccept, onDismiss }: TrimOfferProps) {
  return (
    <section className="reader-offer reader-view-offer" aria-label={useSideLabel(words.largerText)}>
      <button type="button" className="reader-offer-go" onClick={onAccept}>
        <Crop aria-hidden="true" />
        {words.trimMargins}
      </button>
      <DismissButton label={words.leaveMargins} onClick={onDismiss} />
    </section>
  );
}

/** Renders the button that closes an offer. */
export function DismissButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="reader-tool" aria-label={label} data-tooltip={label} onClick={onClick}>
      <X aria-hidden="true" />
    </button>
  );
}
