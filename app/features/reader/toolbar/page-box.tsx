import { useEffect, useState, type FormEvent, type Ref } from 'react';
import { readPageNumber } from '#app/features/reader/geometry/page-number.ts';
import { readerAction } from '#app/features/reader/actions/reader-actions.ts';
import { keyCap } from '#app/features/viewing/action-keys.ts';

const goToPage = readerAction('goToPage');

type PageBoxProps = {
  currentPage: number;
  pageCount: number;
  isDisabled: boolean;
  onGo: (page: number) => void;
  inputRef: Ref<HTMLInputElement>;
};

/** Shows the current page and takes the page to go to. An invalid number does nothing. */
export function PageBox({ currentPage, pageCount, isDisabled, onGo, inputRef }: PageBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const page = typed === null ? null : readPageNumber(typed, pageCount);
    if (page === null) return;
    setTyped(null);
    onGo(page);
  }

  return (
    <form className="reader-page-box" onSubmit={handleSubmit}>
      <label data-tooltip={goToPage.label} data-tooltip-keys={keyCap(goToPage)}>
        <span className="sr-only">{goToPage.label}</span>
        <input
          ref={inputRef}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          aria-keyshortcuts={goToPage.keys.join(' ')}
          size={Math.max(2, String(pageCount).length)}
          value={typed ?? (pageCount === 0 ? '' : String(currentPage))}
          disabled={isDisabled}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(null)}
        />
      </label>
      <span aria-hidden="true">/ {pageCount === 0 ? '–' : pageCount}</span>
      <button type="submit" hidden>
        {goToPage.label}
      </button>
      <PageAnnouncement currentPage={currentPage} pageCount={pageCount} />
    </form>
  );
}

/** How long a page must be the current one before it is announced to screen readers. */
const announceAfterMs = 800;

function PageAnnouncement({ currentPage, pageCount }: { currentPage: number; pageCount: number }) {
  const [said, setSaid] = useState('');
  useEffect(
    function announcePage() {
      if (pageCount === 0) return;
      const timer = setTimeout(() => setSaid(`Page ${currentPage} of ${pageCount}`), announceAfterMs);
      return () => clearTimeout(timer);
    },
    [currentPage, pageCount],
  );
  return <output className="sr-only">{said}</output>;
}
