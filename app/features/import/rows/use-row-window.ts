import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useMemo, type RefObject } from 'react';

type RowWindow = {
  ids: readonly string[];
  scroller: RefObject<HTMLElement | null>;
  /** Row height in pixels; an estimate if rows are measured. */
  rowHeight: number;
  /** Height in pixels of the head that covers rows scrolled under it. */
  headHeight?: number;
};

/** Rows rendered beyond the visible ones, so that quick scrolling shows no gaps. */
const overscan = 4;
/** Height of the region until its real height is known. */
const firstHeight = 600;

/** Returns which rows of a scrolling region are rendered, and where. */
export function useRowWindow({
  ids,
  scroller,
  rowHeight,
  headHeight = 0,
}: RowWindow): Virtualizer<HTMLElement, Element> {
  // A new function would make the virtualizer measure all rows again with every key.
  const getItemKey = useMemo(() => keysOf(ids), [ids]);
  // oxlint-disable-next-line react/incompatible-library -- the warning is for the React Compiler, which this build does not use
  return useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    initialRect: { width: 0, height: firstHeight },
  });
}

const keysOf = (ids: readonly string[]) => (index: number) => ids[index] ?? index;
