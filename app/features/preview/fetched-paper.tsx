import { useEffect, useState } from 'react';
import { fetchPaper } from './fetch-paper.ts';
import { PaperFrame } from './paper-frame.tsx';

type FetchedPaperProps = { url: string; title: string; onEscape: () => void; onTryAgain: () => void };

type Paper = { state: 'loading' } | { state: 'here'; html: string } | { state: 'failed' };

/** Fetches a paper once and shows it; says so while it loads and when it cannot be had. */
export function FetchedPaper({ url, title, onEscape, onTryAgain }: FetchedPaperProps) {
  const [paper, setPaper] = useState<Paper>({ state: 'loading' });
  const [isShown, setIsShown] = useState(false);

  useEffect(
    function fetchHtml() {
      const stop = new AbortController();
      fetchPaper(url, stop.signal).then(
        (html) => setPaper({ state: 'here', html }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          console.error('the paper could not be fetched', error);
          setPaper({ state: 'failed' });
        },
      );
      return () => stop.abort();
    },
    [url],
  );

  return (
    <div className="paper-dialog-body">
      {paper.state === 'here' && (
        <PaperFrame
          html={paper.html}
          title={title}
          isShown={isShown}
          onShown={() => setIsShown(true)}
          onEscape={onEscape}
        />
      )}
      {paper.state === 'failed' && (
        <div className="paper-dialog-note" role="alert">
          <p>This paper could not be loaded. Check your connection and try again.</p>
          <button type="button" className="paper-dialog-button" onClick={onTryAgain}>
            Try again
          </button>
        </div>
      )}
      {paper.state !== 'failed' && !isShown && <output className="paper-dialog-note">Loading HTML content...</output>}
    </div>
  );
}
