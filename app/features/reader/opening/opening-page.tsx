import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { trimPages } from '#app/features/reader/geometry/page-crop.ts';
import { textBoxOf } from '#app/features/reader/geometry/page-ink.ts';
import { inkOfPicture } from '#app/features/viewer/ink/page-ink.ts';
import { showPicture } from '#app/features/reader/dark/page-picture.ts';
import { ratioOfPicture, type FirstPicture } from './first-picture.ts';
import { layOutPages, partOfFrame, sheetOf } from '#app/features/reader/geometry/page-layout.ts';
import { pageWidth } from '#app/features/reader/geometry/gesture-zoom.ts';
import type { BarRoom } from '#app/features/reader/toolbar/use-bars.ts';
import { useWindowSize } from '#app/features/viewer/use-window-size.ts';
import * as words from '#messages/reader/opening.ts';

type OpeningPageProps = {
  picture: FirstPicture | null;
  zoom: number;
  isTrimmed: boolean;
  isHalved: boolean;
  isDark: boolean;
  room: BarRoom;
};

/**
 * Shows a message while the document opens, and the server's picture of the first page, if there is one, at the
 * position of the page itself.
 */
export function OpeningPage({ picture, zoom, isTrimmed, isHalved, isDark, room }: OpeningPageProps) {
  const size = useWindowSize();
  const [ratio, setRatio] = useState(() => picture && ratioOfPicture(picture.image));
  const width = Math.round(pageWidth(size.width, zoom, isTrimmed));

  useEffect(
    function waitForPicture() {
      let isGone = false;
      const show = async () => {
        if ((await picture?.isLoaded) && picture && !isGone) setRatio(ratioOfPicture(picture.image));
      };
      void show();
      return () => {
        isGone = true;
      };
    },
    [picture],
  );

  return (
    <>
      {picture && ratio !== null && (
        <StaticPicture
          image={picture.image}
          ratio={ratio}
          width={width}
          isTrimmed={isTrimmed}
          isHalved={isHalved}
          isDark={isDark}
          room={room}
        />
      )}
      {/* A new element for each position: nothing changes for screen readers, and nothing moves on screen. */}
      <output key={ratio} className="reader-opening" data-over-page={ratio === null ? undefined : ''}>
        <span className="reader-spinner" aria-hidden="true" />
        {words.opening}
      </output>
    </>
  );
}

type StaticPictureProps = {
  image: HTMLImageElement;
  ratio: number;
  width: number;
  isTrimmed: boolean;
  isHalved: boolean;
  isDark: boolean;
  room: BarRoom;
};

/** Renders the picture in the layout of the strip of pages (page-list.tsx). It has no text and can't be scrolled. */
function StaticPicture({ image, ratio, width, isTrimmed, isHalved, isDark, room }: StaticPictureProps) {
  const holder = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => {
    const box = isTrimmed ? textBoxOf(inkOfPicture(image)) : null;
    return box && trimPages(1, new Map([[1, ratio]]), new Map([[1, box]]), 0);
  }, [image, ratio, isTrimmed]);
  const layout = layOutPages(1, width, new Map([[1, ratio]]), { ...room, parts, isHalved });
  const part = partOfFrame(layout, 0);
  const sheet = sheetOf(layout, 0);

  useLayoutEffect(
    function showImage() {
      if (holder.current) showPicture(holder.current, image, isDark);
    },
    [image, isDark],
  );

  return (
    <div className="reader-scroller reader-scroller-opening" inert>
      <div className="reader-strip" style={{ height: layout.total }}>
        <div
          className="reader-page"
          style={{ top: layout.tops[0], left: `calc((100% - ${width}px) / 2)`, width, height: layout.heights[0] }}
        >
          <div
            className="reader-paper"
            style={{ left: -part.left * sheet.width, top: -part.top * sheet.height, ...sheet }}
          >
            <div ref={holder} className="reader-picture" />
          </div>
        </div>
      </div>
    </div>
  );
}
