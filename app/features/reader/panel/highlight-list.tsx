import { BookmarkX, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { HighlightEditor } from '#app/features/reader/highlights/highlight-editor.tsx';
import { colorOf, isSameHighlight, type Highlight } from '#app/features/reader/highlights/highlight.ts';
import { inReadingOrder, quoteOf, writeHighlights } from '#app/features/reader/highlights/highlights-as-text.ts';
import { printHighlights } from '#app/features/reader/print/print-highlights.ts';
import { saveText } from '#app/ui/save-text.ts';
import * as actions from '#messages/actions.ts';
import * as nouns from '#messages/nouns.ts';
import * as actionWords from '#messages/reader/actions.ts';
import * as words from '#messages/reader/highlights.ts';
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
      setMessage(words.copied);
    } catch {
      setMessage(words.listNotCopied);
    }
  }

  return (
    <div className="highlight-list">
      <div className="highlight-list-tools">
        <button
          type="button"
          className="reader-button"
          onClick={() => saveText(words.textFile(title), writeHighlights(title, highlights, bookmarks))}
        >
          {words.saveAsText}
        </button>
        <button type="button" className="reader-button" onClick={() => void copy()}>
          {words.copy}
        </button>
        <button type="button" className="reader-button" onClick={() => printHighlights(title, ordered, bookmarks)}>
          {actions.print}
        </button>
        <output className="highlight-list-said">{message}</output>
      </div>
      {!areStored && <p className="highlight-list-note">{words.outOfSpace}</p>}
      {bookmarks.length > 0 && (
        <section aria-label={words.bookmarkedPages}>
          <h3>{words.bookmarkedPages}</h3>
          <ul>
            {bookmarks.map((page) => (
              <li key={page}>
                <button type="button" className="highlight-list-quote" onClick={() => props.onGoToPage(page)}>
                  {nouns.page(page)}
                </button>
                <button
                  type="button"
                  className="reader-tool"
                  aria-label={words.removeBookmark(page)}
                  data-tooltip={actions.remove}
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
        <section key={page} aria-label={words.highlightsOnPage(page)}>
          <h3>{nouns.page(page)}</h3>
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
        aria-label={words.editQuote(shorten(quote))}
        aria-expanded={isEdited}
        data-tooltip={words.editOne}
        onClick={() => onEditing(!isEdited)}
      >
        <Pencil aria-hidden="true" />
      </button>
      <button
        type="button"
        className="reader-tool"
        aria-label={words.removeQuote(shorten(quote))}
        data-tooltip={actions.remove}
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
      <p>{words.noHighlights}</p>
      <p>{words.howToHighlight(<b key="action">{actionWords.highlightMode}</b>)}</p>
      <p>{words.howToBookmark(<b key="action">{actionWords.bookmarkPage}</b>)}</p>
    </div>
  );
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
