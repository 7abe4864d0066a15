import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';

type RowWindow = {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  /** In pixels; what a row probably needs if rows are measured. */
  rowHeight: number;
  /** Above the rows, in pixels; covers rows that are scrolled under it. */
  headHeight?: number;
};

/** Rows beyond the visible ones, so that quick scrolling shows no gaps. */
const overscan = 8;
/** Before the height of the region is known. */
const firstHeight = 600;

/** Which rows of a scrolling region are rendered, and where. */
export function useRowWindow({
  ids,
  scroller,
  rowHeight,
  headHeight = 0,
}: RowWindow): Virtualizer<HTMLElement, Element> {
  // oxlint-disable-next-line react/incompatible-library -- the warning is for the React Compiler, which this build does not use
  return useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    initialRect: { width: 0, height: firstHeight },
  });
}
