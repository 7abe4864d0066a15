import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BrokenPage } from './broken-page.tsx';
import { judgeWhenIdle, layPhotographs, showPicture } from '#app/features/reader/dark/page-picture.ts';
import type { HitSpans } from '#app/features/reader/find/find-matches.ts';
import { PageHits } from '#app/features/reader/find/page-hits.tsx';
import { ratioOfPicture } from '#app/features/reader/opening/first-picture.ts';
import { maxCanvasPixels } from '#app/features/reader/geometry/canvas-size.ts';
import { turnBox, type Rotation } from '#app/features/reader/geometry/rotation.ts';
import { showHighlights, textOfPage } from '#app/features/reader/highlights/highlight-text.ts';
import {
  drawPage,
  freeCanvas,
  measurePage,
  releasePage,
  unitWidthOf,
  type PageMeasures,
} from '#app/features/reader/pdf/draw-page.ts';
import type { PdfDocument, PdfPage } from '#app/features/reader/pdf/open-pdf.ts';
import { readLinks, type PageLink } from '#app/features/reader/pdf/page-links.ts';
import type { RenderQueue } from '#app/features/reader/pdf/render-queue.ts';
import { fillTextLayer, textRotation } from '#app/features/reader/pdf/text-layer.ts';
import type { Highlight } from '#app/features/reader/highlights/highlight.ts';

type PageViewProps = {
  document: PdfDocument;
  number: number;
  top: number;
  width: number;
  height: number;
  rotation: Rotation;
  pixelRatio: number;
  isDark: boolean;
  queue: RenderQueue;
  /** Shown until the page is drawn. */
  firstPicture: HTMLImageElement | null;
  downloadUrl: string;
  highlights: readonly Highlight[];
  hits: HitSpans;
  /** Which of them is the one come to; null when it is on another page. */
  currentHit: number | null;
  /** Told the upright page's height by width once it is known. */
  onMeasured: (number: number, ratio: number) => void;
  onFollow: (target: unknown) => void;
};

const isPhone = () => matchMedia('(pointer: coarse)').matches;

/**
 * One page: its picture, its text above it to be selected and read aloud, and its links. The picture of before stays,
 * stretched and turned, until the next one is drawn, so that zooming never shows blank paper. A page that cannot be
 * shown says so.
 */
export const PageView = memo(function PageView(props: PageViewProps) {
  const { document, number, top, width, height, rotation, pixelRatio, isDark, queue } = props;
  const { firstPicture, downloadUrl, highlights, onMeasured, onFollow } = props;
  const [measures, setMeasures] = useState<PageMeasures | null>(null);
  /** Why it cannot be shown: pdf.js does not find it, now or ever, or could not draw it this time. */
  const [fault, setFault] = useState<'lost' | 'undrawn' | null>(null);
  const [attempt, setAttempt] = useState(0);
  /** How the picture that is there was turned; null until there is one. */
  const [drawn, setDrawn] = useState<Rotation | null>(null);
  const [hasText, setHasText] = useState(false);
  const [links, setLinks] = useState<PageLink[]>([]);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const turned = useRef(rotation);
  const tone = useRef(isDark);
  /** What it was drawn from last: pdf.js keeps that for drawing it again. */
  const drawnFrom = useRef<PdfPage | null>(null);
  const isDrawn = drawn !== null;
  const isBroken = fault !== null;

  useLayoutEffect(
    function noteRotation() {
      turned.current = rotation;
    },
    [rotation],
  );

  useLayoutEffect(
    function startWithPicture() {
      const holder = picture.current;
      if (!holder || !firstPicture || holder.hasChildNodes() || ratioOfPicture(firstPicture) === null) return;
      showPicture(holder, firstPicture, tone.current);
    },
    [firstPicture],
  );

  useLayoutEffect(
    function turnTone() {
      tone.current = isDark;
      if (picture.current) layPhotographs(picture.current, isDark);
    },
    [isDark],
  );

  useEffect(
    function findPage() {
      return queue.add(number, async (signal) => {
        try {
          const found = await document.withPage(number, measurePage);
          if (signal.aborted) return;
          onMeasured(number, found.height / found.width);
          setMeasures(found);
        } catch {
          if (!signal.aborted) setFault('lost');
        }
      });
    },
    [document, number, queue, onMeasured],
  );

  useEffect(
    function draw() {
      if (!measures) return;
      return queue.add(number, async (signal) => {
        try {
          const maxPixels = isPhone() ? maxCanvasPixels.phone : maxCanvasPixels.desktop;
          const canvas = await document.withPage(number, (page) => {
            drawnFrom.current = page;
            return drawPage(page, { width, rotation, pixelRatio, maxPixels, signal });
          });
          const holder = picture.current;
          if (!holder) return freeCanvas(canvas);
          showPicture(holder, canvas, tone.current);
          setDrawn(rotation);
          await judgeWhenIdle(holder, () => tone.current, signal).catch(() => {});
        } catch {
          if (!signal.aborted) setFault('undrawn');
        }
      });
    },
    [document, measures, number, width, rotation, pixelRatio, queue, attempt],
  );

  useEffect(
    function readText() {
      const layer = text.current;
      if (!isDrawn || !layer) return;
      const cancel = queue.add(number, (signal) =>
        document.withPage(number, async (page) => {
          // A page without readable text or links is still a page: its picture stands.
          await fillTextLayer(page, layer, { rotation: () => turned.current, signal }).then(
            () => setHasText(true),
            () => {},
          );
          if (!signal.aborted) setLinks(await readLinks(page));
        }),
      );
      return () => {
        cancel();
        setHasText(false);
        layer.replaceChildren();
      };
    },
    [document, number, isDrawn, queue],
  );

  useEffect(
    function markHighlights() {
      if (hasText && text.current) showHighlights(text.current, highlights);
    },
    [hasText, highlights],
  );

  useEffect(function giveMemoryBack() {
    const holder = picture.current;
    return () => {
      for (const old of holder?.querySelectorAll('canvas') ?? []) freeCanvas(old);
      if (drawnFrom.current) releasePage(drawnFrom.current);
    };
  }, []);

  function tryAgain() {
    setFault(null);
    setAttempt(attempt + 1);
  }

  return (
    <section
      className="reader-page"
      aria-label={`Page ${number}`}
      aria-busy={!isDrawn && !isBroken}
      data-page-number={number}
      data-state={isBroken ? 'broken' : isDrawn ? 'painted' : 'waiting'}
      style={{
        top,
        left: `calc((100% - ${width}px) / 2)`,
        width,
        height,
        ['--total-scale-factor' as string]: measures ? width / unitWidthOf(measures, rotation) : 1,
      }}
    >
      <div
        ref={picture}
        className="reader-picture"
        data-turned={drawn !== null && drawn !== rotation ? (rotation - drawn + 360) % 360 : undefined}
      />
      <div
        ref={text}
        className="reader-text"
        data-main-rotation={measures ? textRotation(measures, rotation) : undefined}
        {...{ [textOfPage]: number }}
        onPointerDown={(event) => event.currentTarget.classList.add('is-selecting')}
        onPointerUp={(event) => event.currentTarget.classList.remove('is-selecting')}
        onPointerCancel={(event) => event.currentTarget.classList.remove('is-selecting')}
      />
      {hasText && <PageHits layer={text} hits={props.hits} current={props.currentHit} rotation={rotation} />}
      {links.map((link) => (
        <PageLinkView
          key={`${link.left} ${link.top} ${link.width}`}
          document={document}
          link={link}
          rotation={rotation}
          onFollow={onFollow}
        />
      ))}
      {!isDrawn && !isBroken && <span className="reader-page-number">{number}</span>}
      {isBroken && (
        <BrokenPage number={number} downloadUrl={downloadUrl} onTryAgain={fault === 'undrawn' ? tryAgain : null} />
      )}
    </section>
  );
});

type PageLinkViewProps = {
  document: PdfDocument;
  link: PageLink;
  rotation: Rotation;
  onFollow: (target: unknown) => void;
};

function PageLinkView({ document, link, rotation, onFollow }: PageLinkViewProps) {
  // Where it leads may have to be fetched: it is not, before somebody is at the link.
  const [page, setPage] = useState(() => document.knownPageOf(link.target));
  const box = turnBox(link, rotation);
  const place = { left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` };
  if (link.url) {
    return (
      <a
        className="reader-link"
        style={place}
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

  const name = page === null ? 'Link within the document' : `Link to page ${page}`;
  return (
    <button
      type="button"
      className="reader-link"
      style={place}
      aria-label={name}
      data-tooltip={name}
      onFocus={findPage}
      onPointerEnter={findPage}
      onClick={() => onFollow(link.target)}
    />
  );
}
