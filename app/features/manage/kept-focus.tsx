import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Holds a list whose entries go when their own buttons are pressed. When the button that had the focus is gone, the
 * list has it: the next Tab goes on here, and who listens hears where they are. `label` names the list.
 */
export function KeptFocus({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLElement>(null);
  const wasInside = useRef(false);

  // After every render: whatever has changed may have taken the button away.
  useEffect(function takeLostFocus() {
    if (wasInside.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });

  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={label}
      onFocus={() => (wasInside.current = true)}
      // Gone to another control; to nothing it goes when its own is disabled or removed.
      onBlur={(event) => (wasInside.current = event.relatedTarget === null)}
    >
      {children}
    </section>
  );
}
