import type { Page } from 'playwright-core';

/** Animations and transitions that take time a person could see; the bar of a toast, which times it, may run. */
export function findMotion(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      // What the place scrolled to leads takes no time of its own.
      if (!(animation.timeline instanceof DocumentTimeline)) return [];
      // Without the delay: what appears at once but late does not move.
      const lasts = Number(animation.effect?.getComputedTiming().activeDuration ?? 0);
      if (animation.playState !== 'running' || lasts <= 1 || target?.getAttribute('role') === 'progressbar') return [];
      return [`${target?.tagName} ${target?.className} for ${lasts} ms`];
    }),
  );
}
