import { X } from 'lucide-react';

/** Renders the button that closes something over the pages. `label` names it. */
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
