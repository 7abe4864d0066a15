import { useEffect, useRef, type ReactNode } from 'react';

type FocusFallbackProps = { label: string; className?: string; children: ReactNode };

/**
 * Wraps a list whose entries disappear when their own buttons are pressed. If the button with the focus was removed,
 * the list gets the focus, so that Tab continues from the list and screen readers read out its name, `label`.
 */
export function FocusFallback({ label, className, children }: FocusFallbackProps) {
  const list = useRef<HTMLElement>(null);
  const wasInside = useRef(false);

  // After every render, because any change may have removed the button.
  useEffect(function focusListIfLost() {
    if (wasInside.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={label}
      className={className}
      onFocus={() => (wasInside.current = true)}
      // `relatedTarget` is another control; it is null when the focused one is disabled or removed.
      onBlur={(event) => (wasInside.current = event.relatedTarget === null)}
    >
      {children}
    </section>
  );
}
