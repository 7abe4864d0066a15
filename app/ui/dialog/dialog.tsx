import { X } from 'lucide-react';
import { useId, useLayoutEffect, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { showToastsIn } from '#app/ui/toast/toast.ts';
import * as actions from '#messages/actions.ts';
import { useModalDialog } from './use-modal-dialog.ts';

type DialogProps = {
  onClose: () => void;
  title: string;
  description?: string;
  /** A `sheet` covers the screen of a phone: for long forms. So does a `wide` one, for many pictures. */
  size?: 'narrow' | 'sheet' | 'wide';
  children: ReactNode;
};

/**
 * Renders a modal dialog of the panel while it is mounted. Takes the focus and returns it; closes by its close button, a
 * click outside or Escape. Toasts appear above it and can be used.
 */
export function Dialog({ onClose, title, description, size = 'narrow', children }: DialogProps) {
  const dialog = useModalDialog({ onClose, closesOutside: true });
  const id = useId();
  useLayoutEffect(() => (dialog.current ? showToastsIn(dialog.current) : undefined), [dialog]);

  // At the end of the page: a form in a dialog must not be inside another form.
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={description ? `${id}description` : undefined}
      // It fills the window, so that a click beside the box is a click on it.
      className={classes(
        'fixed inset-0 m-0 size-full max-h-none max-w-none place-items-center overflow-y-auto bg-shade text-ink outline-none open:grid sm:p-6',
        // One that covers the screen begins at its top, also if it is longer.
        size === 'narrow' ? 'p-3' : 'max-sm:items-start max-sm:p-0',
      )}
    >
      <div
        className={classes(
          'relative w-full rounded-card bg-card p-5 shadow-float sm:p-6',
          size === 'wide' ? 'max-w-5xl' : 'max-w-lg',
          size !== 'narrow' && 'max-sm:min-h-dvh max-sm:max-w-none max-sm:rounded-none',
        )}
      >
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id={`${id}title`} className="pt-1.5 text-xl">
            {title}
          </h2>
          <button
            type="button"
            className={classes(buttonStyle('ghost', 'icon'), '-mt-1 -me-2')}
            aria-label={actions.close}
            onClick={onClose}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {description && (
          <p id={`${id}description`} className="mb-4 text-muted">
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
