import { BookmarkX, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { HighlightEditor } from '#app/features/reader/highlights/highlight-editor.tsx';
import { colorOf, isSameHighlight, type Highlight } from '#app/features/reader/highlights/highlight.ts';
import { inReadingOrder, quoteOf, writeHighlights } from '#app/features/reader/highlights/highlights-as-text.ts';
import { printHighlights } from '#app/features/reader/print/print-highlights.ts';
import { saveText } from '#app/ui/save-text.ts';
import './highlight-list.css';

export type HighlightListProps = {
  /** The title of the document, for the name of the exported file. */
  title: string;
  highlights: readonly Highlight[];
  /** Numbers of the bookmarked pages, in order. */
  bookmarks: readonly number[];
  /** False after the browser had no space to store a highlight. */
  areStored: boolean;
  onGo: (highlight: Highlight) => void;
  onGoToPage: (page: number) => void;
  onEdit: (highlight: Highlight) => void;
  onRemove: (highlight: Highlight) => void;
  onRemoveBookmark: (page: number) => void;
};

/**
 * Lists the bookmarked pages and the highlights of this document with their notes, page by page, with actions to go to,
 * edit or remove one, and to save, copy and print all.
 */
export function HighlightList(props: HighlightListProps) {
  const { title, highlights, bookmarks, areStored } = props;
  const [message, setMessage] = useState('');
  const [edited, setEdited] = useState<Highlight | null>(null);
  if (highlights.length + bookmarks.length === 0) return <NothingMarked />;
  const ordered = inReadingOrder(highlights);
  const pages = [...new Set(ordered.map(({ page }) => page))];

  async function copy() {
    try {
      await navigator.clipboard.writeText(writeHighlights(title, highlights, bookmarks));
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
          onClick={() => saveText(`${title} - highlights.txt`, writeHighlights(title, highlights, bookmarks))}
        >
          Save as text
        </button>
        <button type="button" className="reader-button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="reader-button" onClick={() => printHighlights(title, ordered, bookmarks)}>
          Print
        </button>
        <output className="highlight-list-said">{message}</output>
      </div>
      {!areStored && (
        <p className="highlight-list-note">
          Your browser is out of space for these. Save them as text, or they are lost when you close the reader.
        </p>
      )}
      {bookmarks.length > 0 && (
        <section aria-label="Bookmarked pages">
          <h3>Bookmarked pages</h3>
          <ul>
            {bookmarks.map((page) => (
              <li key={page}>
                <button type="button" className="highlight-list-quote" onClick={() => props.onGoToPage(page)}>
                  Page {page}
                </button>
                <button
                  type="button"
                  className="reader-tool"
                  aria-label={`Remove the bookmark of page ${page}`}
                  data-tooltip="Remove"
                  onClick={() => props.onRemoveBookmark(page)}
                >
                  <BookmarkX aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pages.map((page) => (
        <section key={page} aria-label={`Highlights on page ${page}`}>
          <h3>Page {page}</h3>
          <ul>
            {ordered
              .filter((highlight) => highlight.page === page)
              .map((highlight) => (
                <HighlightRow
                  key={`${highlight.start} ${highlight.end}`}
                  highlight={highlight}
                  isEdited={edited !== null && isSameHighlight(edited, highlight)}
                  onEditing={(isEdited) => setEdited(isEdited ? highlight : null)}
                  list={props}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type HighlightRowProps = {
  highlight: Highlight;
  isEdited: boolean;
  onEditing: (isEdited: boolean) => void;
  list: HighlightListProps;
};

function HighlightRow({ highlight, isEdited, onEditing, list }: HighlightRowProps) {
  const quote = quoteOf(highlight);
  return (
    <li>
      <button
        type="button"
        className="highlight-list-quote"
        data-color={colorOf(highlight)}
        onClick={() => list.onGo(highlight)}
      >
        {quote}
        {highlight.note && !isEdited && <span className="highlight-list-words">{highlight.note}</span>}
      </button>
      <button
        type="button"
        className="reader-tool"
        aria-label={`Colour and note of “${shorten(quote)}”`}
        aria-expanded={isEdited}
        data-tooltip="Colour and note"
        onClick={() => onEditing(!isEdited)}
      >
        <Pencil aria-hidden="true" />
      </button>
      <button
        type="button"
        className="reader-tool"
        aria-label={`Remove “${shorten(quote)}”`}
        data-tooltip="Remove"
        onClick={() => list.onRemove(highlight)}
      >
        <Trash2 aria-hidden="true" />
      </button>
      {isEdited && <HighlightEditor highlight={highlight} onEdit={list.onEdit} onClose={() => onEditing(false)} />}
    </li>
  );
}

function NothingMarked() {
  return (
    <div className="highlight-list-empty">
      <p>No highlights yet.</p>
      <p>
        Switch <b>Highlight mode</b> on and select text. It is marked yellow, saved only in this browser, and listed
        here. Select its mark for other colours and a note.
      </p>
      <p>
        <b>Bookmark this page</b> lists the page here, too.
      </p>
    </div>
  );
}

function shorten(words: string): string {
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}
