import { X } from 'lucide-react';

/** The button that closes what is over the pages. `label` says what it closes. */
export function CloseTool({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button
      type="button"
      className="reader-tool"
      aria-label={label}
      aria-keyshortcuts="Escape"
      data-tooltip={label}
      data-tooltip-keys="Esc"
      onClick={onClose}
    >
      <X aria-hidden="true" />
    </button>
  );
}
