/** The look of a row of tabs and of one tab in it (`data-state="active"` or `aria-selected`), shared by links and Radix. */
export const tabListStyle = 'flex gap-1 overflow-x-auto border-b border-hairline [scrollbar-width:none]';

export const tabStyle =
  'relative -mb-px inline-flex min-h-12 items-center gap-2 border-b-[3px] border-transparent px-3 font-medium whitespace-nowrap text-muted ' +
  'hover:text-ink focus-visible:-outline-offset-3 aria-selected:border-accent aria-selected:text-accent sm:px-4';
