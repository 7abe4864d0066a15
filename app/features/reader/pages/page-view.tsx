import { TriangleAlert } from 'lucide-react';
import { memo, useState, type CSSProperties } from 'react';
import type { HitSpans } from '#app/features/reader/find/find-matches.ts';
import { PageHits } from '#app/features/reader/find/page-hits.tsx';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import type { Frame } from '#app/features/reader/geometry/page-layout.ts';
import { turnBox, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { textOfPage } from '#app/features/reader/highlights/highlight-text.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { unitWidthOf } from '#app/features/reader/pdf/draw-page.ts';
import type { DocumentInk } from '#app/features/reader/pages/read-ink.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { PageLink } from '#app/features/reader/pdf/page-links.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import { textRotation } from '#app/features/reader/pdf/text-layer.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import * as actions from '#messages/actions.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/reader/pages.ts';
import './broken-page.css';
import { usePagePart } from './use-page-part.ts';
import { usePagePicture, usePictureRelease } from './use-page-picture.ts';
import { usePageText } from './use-page-text.ts';

type PageLinkViewProps = {
  document: PdfDocument;
  link: PageLink;
  rotation: Rotation;
  onFollow: (target: unknown) => void;
};

/** Renders a link on a page: to an address, or to another location of the document. */
function PageLinkView({ document, link, rotation, onFollow }: PageLinkViewProps) {
  // Finding the page may take a request, which is only made when the link has the focus or the pointer.
  const [page, setPage] = useState(() => document.knownPageOf(link.target));
  const box = turnBox(link, rotation);
  const position = { left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` };
  if (link.url) {
    return (
      <a
        className="reader-link"
        style={position}
        href={link.url}
        data-tooltip={link.url}
        aria-label={link.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      />
    );
  }

  function findPage() {
    if (page === null) void document.pageOf(link.target).then(setPage);
  }

  const name = page === null ? words.linkInside : words.linkToPage(page);
  return (
    <button
      type="button"
      className="reader-link"
      style={position}
      aria-label={name}
      data-tooltip={name}
      onFocus={findPage}
      onPointerEnter={findPage}
      onClick={() => onFollow(link.target)}
    />
  );
}

type PageLinksProps = Omit<PageLinkViewProps, 'link'> & { links: readonly PageLink[]; half: Frame['half'] };

/** Renders the links of a page, or those in the shown half. */
function PageLinks({ links, half, ...page }: PageLinksProps) {
  const isShown = (link: PageLink) => {
    const { left, width } = turnBox(link, page.rotation);
    return half === null || left + width / 2 < 50 === (half === 'left');
  };
  return links
    .filter(isShown)
    .map((link) => <PageLinkView key={`${link.left} ${link.top} ${link.width}`} {...page} link={link} />);
}

type PageViewProps = {
  document: PdfDocument;
  texts: PageTexts;
  number: number;
  /** The half that is shown; null for the whole page. */
  half: Frame['half'];
  /** The name of the page, which differs from that of a page of another open document. */
  label: string;
  top: number;
  /** The size of the shown part, and its position on the page: a half, or without its margins if these are trimmed. */
  shownWidth: number;
  shownHeight: number;
  part: PageBox;
  ink: DocumentInk | null;
  isPlaced: boolean;
  rotation: Rotation;
  pixelRatio: number;
  /** The visible part, if the page is too large to be drawn sharply as a whole. */
  seen: PageBox | null;
  isDark: boolean;
  queue: RenderQueue;
  /** Shown until the page is drawn. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  isBookmarked: boolean;
  highlights: readonly Highlight[];
  /** The span that is read aloud; empty for other pages. */
  spoken: HitSpans;
  hits: HitSpans;
  /** The index of the current hit; null if it is on another page. */
  currentHit: number | null;
  /** Called with the upright page's height divided by its width when it is known. */
  onMeasured: (number: number, ratio: number) => void;
  onText: (number: number, box: PageBox | null) => void;
  onFollow: (target: unknown) => void;
};

/**
 * Renders one page, or a half of one: its picture, its text on top for selecting and screen readers, and its links. The old picture
 * stays, stretched and rotated, until the next one is drawn, so that zooming never shows blank paper. For a page that
 * can't be shown, renders a message.
 */
export const PageView = memo(function PageView(props: PageViewProps) {
  const {
    document,
    texts,
    number,
    half,
    top,
    shownWidth,
    shownHeight,
    part: shown,
    rotation,
    queue,
    highlights,
  } = props;
  const width = shownWidth / (shown.right - shown.left);
  const height = shownHeight / (shown.bottom - shown.top);
  const page = usePagePicture({ ...props, width });
  const { picture, measures, fault, drawnRotation } = page;
  const isDrawn = drawnRotation !== null;
  const isBroken = fault !== null;
  const drawn = isDrawn ? measures : null;
  const part = usePagePart({ ...props, width, measures: drawn, picture });
  const { text, filled, links } = usePageText({ document, texts, number, half, drawn, rotation, queue, highlights });
  const isRecognised = filled === 'recognised';
  usePictureRelease(page);
  const position: CSSProperties & Record<`--${string}`, number> = {
    top,
    left: `calc((100% - ${shownWidth}px) / 2)`,
    width: shownWidth,
    height: shownHeight,
    '--total-scale-factor': measures ? width / unitWidthOf(measures, rotation) : 1,
  };

  return (
    <section
      className="reader-page"
      aria-label={isRecognised ? words.withRecognisedText(props.label) : props.label}
      aria-busy={!isDrawn && !isBroken}
      data-page-number={number}
      data-half={half ?? undefined}
      data-state={isBroken ? 'broken' : isDrawn ? 'painted' : 'waiting'}
      style={position}
    >
      <div className="reader-paper" style={{ left: -shown.left * width, top: -shown.top * height, width, height }}>
        <div
          ref={picture}
          className="reader-picture"
          data-turned={isDrawn && drawnRotation !== rotation ? (rotation - drawnRotation + 360) % 360 : undefined}
        />
        {props.seen && <div ref={part} className="reader-picture reader-part" />}
        <div
          ref={text}
          className="reader-text"
          // Recognised text is laid out on the page as it is shown, the file's own text on the page without its rotation.
          data-main-rotation={measures ? (isRecognised ? rotation : textRotation(measures, rotation)) : undefined}
          {...{ [textOfPage]: number }}
          onPointerDown={(event) => event.currentTarget.classList.add('is-selecting')}
          onPointerUp={(event) => event.currentTarget.classList.remove('is-selecting')}
          onPointerCancel={(event) => event.currentTarget.classList.remove('is-selecting')}
        />
        {filled && props.spoken.length > 0 && (
          <PageHits kind="spoken" layer={text} hits={props.spoken} current={0} rotation={rotation} />
        )}
        {filled && (
          <PageHits kind="found" layer={text} hits={props.hits} current={props.currentHit} rotation={rotation} />
        )}
        <PageLinks {...{ document, half, rotation }} links={links} onFollow={props.onFollow} />
        {!isDrawn && !isBroken && <span className="reader-page-number">{digits(number)}</span>}
      </div>
      {props.isBookmarked && (
        <span className="reader-ribbon">
          <span className="sr-only">{words.bookmarked}</span>
        </span>
      )}
      {isBroken && (
        <BrokenPage
          number={number}
          downloadUrl={props.downloadUrl}
          onTryAgain={fault === 'undrawn' ? page.tryAgain : null}
        />
      )}
    </section>
  );
});

type BrokenPageProps = {
  number: number;
  downloadUrl: string;
  /** Null if another attempt would fail in the same way. */
  onTryAgain: (() => void) | null;
};

/**
 * Renders the message on a page that can't be shown, with advice. The pages around it can be read. A page whose content
 * is damaged gets no message: pdf.js draws what it can, possibly nothing, and does not distinguish that from an empty
 * page.
 */
function BrokenPage({ number, downloadUrl, onTryAgain }: BrokenPageProps) {
  return (
    <div className="reader-page-broken">
      <p>
        <TriangleAlert aria-hidden="true" />
        {words.brokenPage}
      </p>
      <div className="reader-card-actions">
        <a className="reader-button" href={downloadUrl} download="document.pdf">
          {words.downloadDocument}
        </a>
        {onTryAgain && (
          <button type="button" className="reader-button" aria-label={words.showPageAgain(number)} onClick={onTryAgain}>
            {actions.tryAgain}
          </button>
        )}
      </div>
    </div>
  );
}
