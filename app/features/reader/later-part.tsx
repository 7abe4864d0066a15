import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { focusNewContent } from '#app/ui/focus-new-content.ts';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/reader/pages.ts';
import type * as laterParts from './later-parts.ts';

type LaterPartProps = {
  /** Renders with the components that are loaded on first use. */
  children: (parts: typeof laterParts) => ReactNode;
  /** Left out for a part that may be missing without a message. */
  onClose?: () => void;
};

/** Renders what is not needed to read, when its code is loaded. If the code fails to load, renders a message. */
export function LaterPart({ children, onClose }: LaterPartProps) {
  const code = useQuery(loadLaterParts());
  if (code.data) return children(code.data);
  if (!code.isError || !onClose) return null;
  return (
    <div className="reader-card" role="alert">
      <p className="reader-card-message">{words.partNotLoaded}</p>
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={onClose}>
          {actions.close}
        </button>
        <button
          ref={focusNewContent}
          type="button"
          className="reader-button reader-button-main"
          onClick={() => void code.refetch()}
        >
          {actions.tryAgain}
        </button>
      </div>
    </div>
  );
}

/** Loads the code when a part is first opened; a failed load is retried (see load-dialog.ts). */
function loadLaterParts() {
  return queryOptions({
    queryKey: ['dialog-code', 'reader-parts'],
    queryFn: () => import('./later-parts.ts'),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
