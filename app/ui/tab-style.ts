/** Class of the container in which a row of tabs scrolls if it does not fit; its scrollbar is below the row. */
export const tabScrollerStyle = 'scroll-area-x';

/**
 * The style of a row of tabs and of one tab in it (`data-state="active"` or `aria-selected`), shared by links and
 * Radix.
 */
export const tabListStyle = 'flex min-w-min gap-1 border-b border-hairline';

export const tabStyle =
  'relative -mb-px inline-flex min-h-12 items-center gap-2 border-b-[3px] border-transparent px-3 font-medium whitespace-nowrap text-muted ' +
  'hover:text-ink rounded-t-lg focus-visible:-outline-offset-3 aria-selected:border-accent aria-selected:text-accent sm:px-4';
