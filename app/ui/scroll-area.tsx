import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from './classes.ts';

type ScrollAreaProps = {
  /** Names the area for those who listen, while there is something to scroll. */
  label: string;
  className?: string;
  children: ReactNode;
};

/** Scrolls sideways what is wider than its place; then the keyboard can reach and scroll it. The look is in scroll-area.css. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isOverflowing, setOverflowing] = useState(false);

  useEffect(function watchOverflow() {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setOverflowing(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={area}
      className={classes('scroll-area-x', className)}
      {...(isOverflowing && { role: 'region', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}
