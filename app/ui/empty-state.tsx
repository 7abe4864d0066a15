import type { ReactNode } from 'react';

/** Renders the message of an empty list, with an optional action below the text. */
export function EmptyState({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-edge/60 px-6 py-10 text-center">
      <EmptyShelf />
      <p className="max-w-prose text-muted">{text}</p>
      {children}
    </div>
  );
}

function EmptyShelf() {
  return (
    <svg
      aria-hidden="true"
      width="120"
      height="72"
      viewBox="0 0 120 72"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M6 62h108M14 62v6M106 62v6" className="stroke-edge" />
      <path d="M24 20h12v42H24zM36 28h9v34h-9z" className="fill-sunken stroke-edge" />
      <path d="M27 28h6M27 33h6" className="stroke-accent" />
      <path d="M53 61 66 24l11 4-12 33z" className="fill-accent-tint stroke-accent" />
      <path d="M92 62c0-8 0-12-3-17m3 17c0-9 2-13 6-17" className="stroke-edge" />
      <path
        d="M89 45c-6 0-8-4-8-9 6 0 9 3 8 9ZM98 45c-1-6 2-10 8-10 0 6-3 10-8 10Z"
        className="fill-marigold-tint stroke-marigold"
      />
    </svg>
  );
}
