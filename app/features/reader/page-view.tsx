import { TriangleAlert } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { HitSpans } from './find/find-matches.ts';
import { PageHits } from './find/page-hits.tsx';
import { maxCanvasPixels } from './geometry/canvas-size.ts';
import { turnBox, type Rotation } from './geometry/rotation.ts';
import { showHighlights, textOfPage } from './highlight-text.ts';
import { drawPage, freeCanvas, releasePage, sizeOfPage } from './pdf/draw-page.ts';
import type { PdfDocument, PdfPage } from './pdf/open-pdf.ts';
import { readLinks, type PageLink } from './pdf/page-links.ts';
import type { RenderQueue } from './pdf/render-queue.ts';
import { fillTextLayer, textRotation } from './pdf/text-layer.ts';
import type { Highlight } from './reader-state.ts';

type PageViewProps = {
  document: PdfDocument;
  number: number;
  top: number;
  width: number;
  height: number;
  rotation: Rotation;
  pixelRatio: number;
  queue: RenderQueue;
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
  const { document, number, top, width, height, rotation, pixelRatio, queue, highlights, onMeasured, onFollow } = props;
  const [page, setPage] = useState<PdfPage | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  /** How the picture that is there was turned; null until there is one. */
  const [drawn, setDrawn] = useState<Rotation | null>(null);
  const [hasText, setHasText] = useState(false);
  const [links, setLinks] = useState<PageLink[]>([]);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const turned = useRef(rotation);
  const isDrawn = drawn !== null;

  useLayoutEffect(
    function noteRotation() {
      turned.current = rotation;
    },
    [rotation],
  );

  useEffect(
    function findPage() {
      return queue.add(number, async (signal) => {
        try {
          const found = await document.page(number);
          if (signal.aborted) return;
          const size = sizeOfPage(found);
          onMeasured(number, size.height / size.width);
          setPage(found);
        } catch {
          if (!signal.aborted) setIsBroken(true);
        }
      });
    },
    [document, number, queue, onMeasured],
  );

  useEffect(
    function draw() {
      if (!page) return;
      return queue.add(number, async (signal) => {
        try {
          const maxPixels = isPhone() ? maxCanvasPixels.phone : maxCanvasPixels.desktop;
          const canvas = await drawPage(page, { width, rotation, pixelRatio, maxPixels, signal });
          for (const old of picture.current?.querySelectorAll('canvas') ?? []) freeCanvas(old);
          picture.current?.replaceChildren(canvas);
          setDrawn(rotation);
        } catch {
          if (!signal.aborted) setIsBroken(true);
        }
      });
    },
    [page, number, width, rotation, pixelRatio, queue],
  );

  useEffect(
    function readText() {
      const layer = text.current;
      if (!page || !isDrawn || !layer) return;
      const cancel = queue.add(number, async (signal) => {
        // A page without readable text or links is still a page: its picture stands.
        await fillTextLayer(page, layer, { rotation: () => turned.current, signal }).then(
          () => setHasText(true),
          () => {},
        );
        if (!signal.aborted) setLinks(await readLinks(page));
      });
      return () => {
        cancel();
        setHasText(false);
        layer.replaceChildren();
      };
    },
    [page, number, isDrawn, queue],
  );

  useEffect(
    function markHighlights() {
      if (hasText && text.current) showHighlights(text.current, highlights);
    },
    [hasText, highlights],
  );

  useEffect(
    function giveMemoryBack() {
      const holder = picture.current;
      return () => {
        for (const old of holder?.querySelectorAll('canvas') ?? []) freeCanvas(old);
        if (page) releasePage(page);
      };
    },
    [page],
  );

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
        ['--total-scale-factor' as string]: page ? width / sizeOfPage(page, rotation).unitWidth : 1,
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
        data-main-rotation={page ? textRotation(page, rotation) : undefined}
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
        <p className="reader-page-broken">
          <TriangleAlert aria-hidden="true" />
          This page cannot be shown.
        </p>
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
