import type { Page } from 'playwright-core';

/** Animations and transitions with a visible duration. The bar of a toast, which is its timer, may run. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      // Animations driven by scrolling have no duration of their own.
      if (!(animation.timeline instanceof DocumentTimeline)) return [];
      // Without the delay: something that appears late but at once does not move.
      const lasts = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
      if (animation.playState !== 'running' || lasts <= 1 || target?.getAttribute('role') === 'progressbar') return [];
      return [`${target?.tagName} ${target?.className} for ${lasts} ms`];
    }),
  );
}
