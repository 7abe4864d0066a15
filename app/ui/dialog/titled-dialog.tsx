import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { buttonStyle } from '#app/ui/button.tsx';
import * as actions from '#messages/actions.ts';
import { useModalDialog } from './use-modal-dialog.ts';
import { langOf } from '#app/ui/lang-of.ts';

type TitledDialogProps = {
  heading: string;
  /** The subject of the dialog, such as the title of a material; of any length. */
  about: string;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Renders a modal dialog with one column, over a page or a viewer, with a button to close it. A click outside closes it
 * too.
 */
export function TitledDialog({ heading, about, onClose, children }: TitledDialogProps) {
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const headingId = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      className="m-auto w-[min(28rem,calc(100vw-1.5rem))] max-w-none overflow-y-auto rounded-card border border-hairline bg-card p-0 text-ink shadow-float outline-none backdrop:bg-shade"
      // Keys in the dialog must not run the shortcuts of a viewer beneath.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="p-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={headingId} className="min-w-0 pt-1.5 text-xl">
            {heading}
          </h2>
          <button
            type="button"
            className={`${buttonStyle('ghost', 'icon')} -mt-1 -me-2`}
            aria-label={actions.close}
            aria-keyshortcuts="Escape"
            onClick={onClose}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <p className="mt-1 line-clamp-3 text-muted wrap-anywhere">
          <bdi lang={langOf(about)}>{about}</bdi>
        </p>
        {children}
      </div>
    </dialog>
  );
}
