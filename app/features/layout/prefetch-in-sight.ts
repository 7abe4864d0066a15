import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pathPrefix } from '#messages/language.ts';
import { whenIdle } from './when-idle.ts';

/** Maximum number of pages to prefetch from one page; each has some kilobytes. */
const maxAhead = 4;

/** Marks a link that is likely to be followed next (`<Link {...likelyNext}>`). */
export const likelyNext = { 'data-likely-next': '' };

/**
 * Prefetches code and data of the pages behind the likely links in view, when the page has loaded and the browser is
 * idle; never if the browser's data saver is on.
 */
export function usePrefetchInSight(): void {
  const router = useRouter();
  const shown = useLocation({ select: ({ pathname }) => pathname });
  useEffect(
    function watchLinks() {
      let stop = () => {};
      const cancel = whenIdle(() => {
        stop = prefetchInSight((path) => void router.preloadRoute({ to: path.slice(pathPrefix.length) }));
      });
      return () => {
        cancel();
        stop();
      };
    },
    [router, shown],
  );
}

function prefetchInSight(load: (path: string) => void): () => void {
  let left = maxAhead;
  const observer = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || left === 0) continue;
      left -= 1;
      observer.unobserve(target);
      load((target as HTMLAnchorElement).pathname);
    }
    if (left === 0) observer.disconnect();
  });
  for (const link of document.querySelectorAll('a[data-likely-next]')) observer.observe(link);
  return () => observer.disconnect();
}
