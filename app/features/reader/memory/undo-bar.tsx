import { X } from 'lucide-react';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import './offer.css';

type UndoBarProps = { highlight: Highlight; onUndo: () => void; onDismiss: () => void };

/**
 * Shows that a highlight was removed and offers to restore it, until the user dismisses the offer or adds another
 * highlight.
 */
export function UndoBar({ highlight, onUndo, onDismiss }: UndoBarProps) {
  return (
    <div className="reader-offer">
      <output className="reader-undo-text">Highlight on page {highlight.page} removed.</output>
      <button type="button" className="reader-offer-go" onClick={onUndo}>
        Undo
      </button>
      <button type="button" className="reader-tool" aria-label="Dismiss" data-tooltip="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
