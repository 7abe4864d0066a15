import type { Page } from 'playwright-core';

/** Returns animations and transitions with a visible duration, except for the timer bar of a toast. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      // Animations driven by scrolling have no duration.
      if (!(animation.timeline instanceof DocumentTimeline)) return [];
      // Without the delay: an element that appears late but at once does not move.
      const lasts = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
      if (animation.playState !== 'running' || lasts <= 1 || target?.getAttribute('role') === 'progressbar') return [];
      return [`${target?.tagName} ${target?.className} for ${lasts} ms`];
    }),
  );
}
