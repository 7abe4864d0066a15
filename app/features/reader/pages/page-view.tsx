import { memo, type CSSProperties } from 'react';
import { TriangleAlert } from 'lucide-react';
import type { HitSpans } from '#app/features/reader/find/find-matches.ts';
import { PageHits } from '#app/features/reader/find/page-hits.tsx';
import type { PageBox } from '#app/features/reader/geometry/page-box.ts';
import type { Rotation } from '#app/features/reader/geometry/rotation.ts';
import { textOfPage } from '#app/features/reader/highlights/highlight-text.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';
import { unitWidthOf } from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument } from '#app/features/reader/pdf/open-pdf.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import { textRotation } from '#app/features/reader/pdf/text-layer.ts';
import type { PageTexts } from '#app/features/reader/recognised/page-texts.ts';
import { PageLinkView } from './page-link-view.tsx';
import { usePagePart } from './use-page-part.ts';
import { usePagePicture, usePictureRelease } from './use-page-picture.ts';
import { usePageText } from './use-page-text.ts';
import './broken-page.css';

type PageViewProps = {
  document: PdfDocument;
  texts: PageTexts;
  number: number;
  top: number;
  width: number;
  height: number;
  rotation: Rotation;
  pixelRatio: number;
  /** The visible part, if the page is too large to be drawn sharply as a whole. */
  seen: PageBox | null;
  isDark: boolean;
  queue: RenderQueue;
  /** Shown until the page is drawn. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  highlights: readonly Highlight[];
  hits: HitSpans;
  /** The index of the current hit; null if it is on another page. */
  currentHit: number | null;
  /** Called with the upright page's height divided by its width when it is known. */
  onMeasured: (number: number, ratio: number) => void;
  onFollow: (target: unknown) => void;
};

/**
 * Renders one page: its picture, its text on top for selecting and screen readers, and its links. The old picture
 * stays, stretched and rotated, until the next one is drawn, so that zooming never shows blank paper. For a page that
 * can't be shown, renders a message.
 */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { document, texts, number, top, width, height, rotation, queue, highlights } = props;
  const page = usePagePicture(props);
  const { picture, measures, fault, drawnRotation } = page;
  const isDrawn = drawnRotation !== null;
  const isBroken = fault !== null;
  const drawn = isDrawn ? measures : null;
  const part = usePagePart({ ...props, measures: drawn, picture });
  const { text, filled, links } = usePageText({ document, texts, number, drawn, rotation, queue, highlights });
  const isRecognised = filled === 'recognised';
  usePictureRelease(page);
  const position: CSSProperties & Record<`--${string}`, number> = {
    top,
    left: `calc((100% - ${width}px) / 2)`,
    width,
    height,
    '--total-scale-factor': measures ? width / unitWidthOf(measures, rotation) : 1,
  };

  return (
    <section
      className="reader-page"
      aria-label={isRecognised ? `Page ${number}, recognised text` : `Page ${number}`}
      aria-busy={!isDrawn && !isBroken}
      data-page-number={number}
      data-state={isBroken ? 'broken' : isDrawn ? 'painted' : 'waiting'}
      style={position}
    >
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
      {filled && <PageHits layer={text} hits={props.hits} current={props.currentHit} rotation={rotation} />}
      {links.map((link) => (
        <PageLinkView
          key={`${link.left} ${link.top} ${link.width}`}
          document={document}
          link={link}
          rotation={rotation}
          onFollow={props.onFollow}
        />
      ))}
      {!isDrawn && !isBroken && <span className="reader-page-number">{number}</span>}
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
        This page can’t be shown.
      </p>
      <div className="reader-card-actions">
        <a className="reader-button" href={downloadUrl} download="document.pdf">
          Download the document
        </a>
        {onTryAgain && (
          <button
            type="button"
            className="reader-button"
            aria-label={`Try again to show page ${number}`}
            onClick={onTryAgain}
          >
            Try again
          </button>
        )}
      </div>
    </div>
  );
}
