import { Copy, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { inReadingOrder, quoteOf, writeHighlights } from '#app/features/reader/memory/highlights-text.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { saveText } from '#app/ui/save-text.ts';
import './highlight-list.css';

export type HighlightListProps = {
  /** The title of the document, for the name of the exported file. */
  title: string;
  highlights: readonly Highlight[];
  /** False after the browser had no space to store a highlight. */
  areStored: boolean;
  onGo: (highlight: Highlight) => void;
  onRemove: (highlight: Highlight) => void;
};

/**
 * Lists the highlights of this document, page by page, with actions to go to or remove one, and to export all as text.
 */
export function HighlightList({ title, highlights, areStored, onGo, onRemove }: HighlightListProps) {
  const [message, setMessage] = useState('');
  if (highlights.length === 0) return <NoHighlights />;
  const ordered = inReadingOrder(highlights);
  const pages = [...new Set(ordered.map(({ page }) => page))];

  async function copy() {
    try {
      await navigator.clipboard.writeText(writeHighlights(title, highlights));
      setMessage('Copied.');
    } catch {
      setMessage('Your browser couldn’t copy them. Save them as text instead.');
    }
  }

  return (
    <div className="highlight-list">
      <div className="highlight-list-tools">
        <button
          type="button"
          className="reader-button"
          onClick={() => saveText(`${title} - highlights.txt`, writeHighlights(title, highlights))}
        >
          <FileText aria-hidden="true" />
          Save as text
        </button>
        <button type="button" className="reader-button" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </button>
        <output className="highlight-list-said">{message}</output>
      </div>
      {!areStored && (
        <p className="highlight-list-note">
          Your browser is out of space for these. Save them as text, or they are lost when you close the reader.
        </p>
      )}
      {pages.map((page) => (
        <section key={page} aria-label={`Highlights on page ${page}`}>
          <h3>Page {page}</h3>
          <ul>
            {ordered
              .filter((highlight) => highlight.page === page)
              .map((highlight) => (
                <li key={`${highlight.start} ${highlight.end}`}>
                  <button type="button" className="highlight-list-quote" onClick={() => onGo(highlight)}>
                    {quoteOf(highlight)}
                  </button>
                  <button
                    type="button"
                    className="reader-tool"
                    aria-label={`Remove “${shorten(quoteOf(highlight))}”`}
                    data-tooltip="Remove"
                    onClick={() => onRemove(highlight)}
                  >
                    <Trash2 aria-hidden="true" />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function NoHighlights() {
  return (
    <div className="highlight-list-empty">
      <p>No highlights yet.</p>
      <p>
        Switch <b>Highlight mode</b> on and select text. It is marked yellow, saved only in this browser, and listed
        here.
      </p>
    </div>
  );
}

function shorten(words: string): string {
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}
