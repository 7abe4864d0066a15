import type { Page } from 'playwright-core';

/** Links with the same name and different targets, and buttons with the same name. */
export function findConfusions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const aims = new Map<string, Set<string>>();
    let count = 0;
    for (const each of document.querySelectorAll<HTMLElement>('a[href], button')) {
      if (!each.checkVisibility() || each.closest('[inert], [aria-hidden=true]')) continue;
      const labelled = each.getAttribute('aria-labelledby')?.split(' ');
      const name = (
        labelled?.map((id) => document.getElementById(id)?.textContent).join(' ') ??
        each.getAttribute('aria-label') ??
        each.textContent
      )
        .replaceAll(/\s+/g, ' ')
        .trim();
      const aim = each instanceof HTMLAnchorElement ? each.href.replace(/#.*/, '') : `button ${(count += 1)}`;
      const key = `${each.tagName.toLowerCase()} "${name}"`;
      aims.set(key, (aims.get(key) ?? new Set()).add(aim));
    }
    return [...aims]
      .filter(([, places]) => places.size > 1)
      .map(([name, places]) => `${name} is ${places.size} things`);
  });
}
