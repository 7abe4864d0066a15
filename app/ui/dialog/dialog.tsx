import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { buttonStyle } from '#app/ui/button.tsx';
import { classes } from '#app/ui/classes.ts';
import { listenForOwnClick } from './use-modal-dialog.ts';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** Hides the title visually; it still names the dialog. */
  hideTitle?: boolean;
  /** A `sheet` covers the screen of a phone: for long forms. */
  size?: 'narrow' | 'sheet';
  children: ReactNode;
};

/**
 * Renders a modal dialog. Takes the focus and returns it; closes by its close button, a click outside or Escape. Radix adds some
 * kilobytes: load components that use this lazily on pages for visitors.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  hideTitle = false,
  size = 'narrow',
  children,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const close = useEffectEvent(onClose);

  useEffect(
    function closeOnClickOutside() {
      if (!overlay) return;
      const stop = new AbortController();
      listenForOwnClick(overlay, () => close(), stop.signal);
      return () => stop.abort();
    },
    [overlay],
  );

  // A layout effect, because a component inside may take the focus in its own effect.
  useLayoutEffect(
    function rememberOpener() {
      if (isOpen) opener.current = document.activeElement;
    },
    [isOpen],
  );

  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          ref={setOverlay}
          className={classes(
            'fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-shade sm:p-6',
            size !== 'sheet' && 'p-3',
          )}
        >
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            // Radix would close as soon as a press begins outside, on the page or on a toast.
            onPointerDownOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              // Radix would focus its own trigger element, which our dialogs do not have.
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            className={classes(
              'relative w-full max-w-lg rounded-card bg-card p-5 text-ink shadow-float sm:p-6',
              size === 'sheet' && 'max-sm:min-h-dvh max-sm:max-w-none max-sm:rounded-none',
            )}
          >
            <div className={classes('flex items-start justify-between gap-4', hideTitle ? 'justify-end' : 'mb-3')}>
              <Radix.Title className={hideTitle ? 'sr-only' : 'pt-1.5 text-xl'}>{title}</Radix.Title>
              <Radix.Close className={classes(buttonStyle('ghost', 'icon'), '-mt-1 -mr-2')} aria-label="Close">
                <X aria-hidden="true" className="size-5" />
              </Radix.Close>
            </div>
            {description && <Radix.Description className="mb-4 text-muted">{description}</Radix.Description>}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
