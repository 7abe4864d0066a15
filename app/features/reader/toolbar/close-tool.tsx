import { X } from 'lucide-react';
import * as words from '#messages/viewer.ts';

/** Renders the button that closes a panel, bar or dialog over the pages. `label` is its accessible name. */
export function CloseTool({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button
      type="button"
      className="reader-tool"
      aria-label={label}
      aria-keyshortcuts="Escape"
      data-tooltip={label}
      data-tooltip-keys={words.escapeKey}
      onClick={onClose}
    >
      <X aria-hidden="true" />
    </button>
  );
}
