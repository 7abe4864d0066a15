import { useQuery, queryOptions } from '@tanstack/react-query';
import { focusNewContent } from '#app/ui/focus-new-content.ts';
import type { ReaderPanelProps } from './reader-panel.tsx';

/** Renders the panel when its code is loaded. Before that, or if the code fails to load, renders a message. */
export function PanelSlot(props: ReaderPanelProps) {
  const code = useQuery(loadPanel());
  if (code.data) return <code.data.ReaderPanel {...props} />;
  if (!code.isError) return null;
  return (
    <div className="reader-card" role="alert">
      <p className="reader-card-message">The panel couldn’t be loaded. Check your connection.</p>
      <div className="reader-card-actions">
        <button type="button" className="reader-button" onClick={props.onClose}>
          Close
        </button>
        <button
          ref={focusNewContent}
          type="button"
          className="reader-button reader-button-main"
          onClick={() => void code.refetch()}
        >
          Try again
        </button>
      </div>
    </div>
  );
}

/** Loads the code of the panel when it is first opened; a failed load is retried (see load-dialog.ts). */
function loadPanel() {
  return queryOptions({
    queryKey: ['dialog-code', 'reader-panel'],
    queryFn: async () => ({ ReaderPanel: (await import('./reader-panel.tsx')).ReaderPanel }),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
}
