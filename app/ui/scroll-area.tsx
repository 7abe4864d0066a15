import { useEffect, useRef, useState, type ReactNode } from 'react';
import { classes } from './classes.ts';

type ScrollAreaProps = {
  /** The name of the area for screen readers, used while there is something to scroll. */
  label: string;
  className?: string;
  children: ReactNode;
};

/** Renders an area that scrolls wide content sideways, also with the keyboard. Its style is in scroll-area.css. */
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
