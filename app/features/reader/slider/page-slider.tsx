import { useEffect, useState, type CSSProperties, type RefObject } from 'react';
import type { PageLocation } from '#app/features/reader/geometry/page-location.ts';
import type { PageListHandle } from '#app/features/reader/pages/use-strip-scroll.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { Jump } from '#app/features/reader/state/jumps.ts';
import { useSideLabel } from '#app/features/viewer/comparing.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/reader/slider.ts';
import './page-slider.css';

type PageSliderProps = {
  document: PdfDocument;
  currentPage: number;
  labels: readonly string[] | null;
  /** Numbers of the pages with hits of a search, and of the bookmarked ones. */
  hitPages: readonly number[];
  bookmarks: readonly number[];
  pages: RefObject<PageListHandle | null>;
  /** Called when the slider comes to rest on another page than before. */
  onJumped: (jump: Jump) => void;
};

/**
 * Renders a slider along the document, with ticks at the starts of chapters, hits and bookmarks. The document follows it. The
 * chapters are read when it is first used, because that takes requests.
 */
export function PageSlider({ document, currentPage, labels, hitPages, bookmarks, pages, onJumped }: PageSliderProps) {
  const [isUsed, setIsUsed] = useState(false);
  /** The position that the slider was moved from; null while it rests. */
  const [start, setStart] = useState<{ from: PageLocation; page: number } | null>(null);
  const [moved, setMoved] = useState(currentPage);
  const chapters = useChapters(isUsed ? document : null);
  const { pageCount } = document;
  const page = start ? moved : currentPage;
  const chapter = chapterOf(chapters, page);
  const label = labels?.[page - 1] || digits(page);
  const place = (number: number): CSSProperties & Record<'--place', number> => ({
    '--place': (number - 1) / (pageCount - 1),
  });

  function move(to: number) {
    const from = pages.current?.location();
    if (!start && from) setStart({ from, page: currentPage });
    setMoved(to);
    pages.current?.jumpTo(to);
  }

  function rest() {
    if (start && Math.abs(moved - start.page) > 1)
      onJumped({ from: start.from, fromPage: start.page, to: moved, by: 'slider' });
    setStart(null);
  }

  return (
    <div className="reader-slider">
      <div className="reader-slider-ticks" aria-hidden="true">
        <Ticks kind="chapter" pages={chapters.map((each) => each.page)} place={place} />
        <Ticks kind="hit" pages={hitPages} place={place} />
        <Ticks kind="bookmark" pages={bookmarks} place={place} />
      </div>
      <input
        type="range"
        aria-label={useSideLabel(words.page)}
        aria-orientation="vertical"
        min={1}
        max={pageCount}
        value={page}
        aria-valuetext={words.position(label, pageCount, chapter?.title)}
        onChange={(event) => move(Number(event.target.value))}
        onFocus={() => setIsUsed(true)}
        onPointerDown={() => setIsUsed(true)}
        onPointerUp={rest}
        onPointerCancel={rest}
        onKeyUp={rest}
        onBlur={rest}
      />
      <div className="reader-slider-bubble" style={place(page)} aria-hidden="true">
        <b>
          {label} / {digits(pageCount)}
        </b>
        {chapter && <span>{chapter.title}</span>}
      </div>
    </div>
  );
}

type TicksProps = {
  kind: 'chapter' | 'hit' | 'bookmark';
  pages: readonly number[];
  place: (page: number) => CSSProperties;
};

function Ticks({ kind, pages, place }: TicksProps) {
  return [...new Set(pages)].map((page) => <span key={page} data-kind={kind} style={place(page)} />);
}

/** Returns the chapters of a document once they are read; none for null. */
function useChapters(document: PdfDocument | null): readonly Chapter[] {
  const [chapters, setChapters] = useState<readonly Chapter[]>([]);
  useEffect(
    function showChapters() {
      if (!document) return;
      let isGone = false;
      const read = async () => {
        // A document whose contents can't be read has no ticks for them.
        const found = await readChapters(document).catch(() => []);
        if (!isGone) setChapters(found);
      };
      void read();
      return () => {
        isGone = true;
      };
    },
    [document],
  );
  return chapters;
}

/** A chapter: an entry of the contents that has no parent, and the page on which it starts. */
type Chapter = { title: string; page: number };

/** Maximum number of chapters: more ticks would be a bar. */
const maxChapters = 60;

/** Reads the chapters of a document, in the order of their pages. Rejects if the document can't be read. */
export async function readChapters(document: Pick<PdfDocument, 'outline' | 'pageOf'>): Promise<Chapter[]> {
  const entries = (await document.outline()).slice(0, maxChapters);
  const chapters: Chapter[] = [];
  for (const { title, target } of entries) {
    const page = target === null ? null : await document.pageOf(target);
    if (page !== null) chapters.push({ title, page });
  }
  return chapters.sort((one, other) => one.page - other.page);
}

/** Returns the chapter of a page; undefined before the first. */
export function chapterOf(chapters: readonly Chapter[], page: number): Chapter | undefined {
  return chapters.findLast((chapter) => chapter.page <= page);
}
