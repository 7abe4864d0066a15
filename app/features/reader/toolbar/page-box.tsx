import { useEffect, useId, useState, type FormEvent, type Ref } from 'react';
import { describeMissingPage, readPageNumber } from '#app/features/reader/geometry/page-number.ts';
import { readerAction } from '#app/features/reader/actions/reader-actions.ts';
import { keyCap } from '#app/features/viewer/action-keys.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/reader/pages.ts';

const goToPage = readerAction('goToPage');

type PageBoxProps = {
  currentPage: number;
  pageCount: number;
  /** The page labels, by position (pdf/page-labels.ts); null if pages are named by their position. */
  labels: readonly string[] | null;
  isDisabled: boolean;
  onGo: (page: number) => void;
  inputRef: Ref<HTMLInputElement>;
};

/**
 * Shows the current page, by its label and position, and accepts a page to go to. Shows a message if that page does not
 * exist.
 */
export function PageBox({ currentPage, pageCount, labels, isDisabled, onGo, inputRef }: PageBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [missing, setMissing] = useState('');
  const messageId = useId();
  const label = labels?.[currentPage - 1] || String(currentPage);

  function change(value: string | null) {
    setTyped(value);
    setMissing('');
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (typed === null || typed.trim() === '') return;
    const page = readPageNumber(typed, pageCount, labels);
    if (page === null) return setMissing(describeMissingPage(typed, pageCount, labels));
    change(null);
    onGo(page);
  }

  return (
    <form className="reader-page-box" onSubmit={handleSubmit}>
      <label data-tooltip={goToPage.label} data-tooltip-keys={keyCap(goToPage)}>
        <span className="sr-only">{goToPage.label}</span>
        <input
          ref={inputRef}
          type="text"
          inputMode={labels ? 'text' : 'numeric'}
          autoCapitalize="off"
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="go"
          aria-keyshortcuts={goToPage.keys.join(' ')}
          size={Math.max(2, String(pageCount).length, label.length)}
          value={typed ?? (pageCount === 0 ? '' : label)}
          disabled={isDisabled}
          aria-invalid={missing !== ''}
          aria-describedby={missing === '' ? undefined : messageId}
          onChange={(event) => change(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => change(null)}
        />
      </label>
      <span aria-hidden="true">
        {digits(labels ? `(${currentPage} / ${pageCount})` : `/ ${pageCount === 0 ? '–' : pageCount}`)}
      </span>
      <button type="submit" hidden>
        {goToPage.label}
      </button>
      <p id={messageId} role="alert" className="reader-page-missing">
        {missing}
      </p>
      <PageAnnouncement
        place={labels ? `${label}, ${digits(currentPage)}` : digits(currentPage)}
        pageCount={pageCount}
      />
    </form>
  );
}

/** Time for which a page must be current before it is announced to screen readers. */
const announceAfterMs = 800;

function PageAnnouncement({ place, pageCount }: { place: string; pageCount: number }) {
  const [said, setSaid] = useState('');
  useEffect(
    function announcePage() {
      if (pageCount === 0) return;
      const timer = setTimeout(() => setSaid(words.currentPage(place, pageCount)), announceAfterMs);
      return () => clearTimeout(timer);
    },
    [place, pageCount],
  );
  return <output className="sr-only">{said}</output>;
}
