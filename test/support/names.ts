import type { Page } from 'playwright-core';

/** Returns links with the same name and different targets, and buttons with the same name. */
export function findAmbiguousNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targetsByName = new Map<string, Set<string>>();
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
      const target = each instanceof HTMLAnchorElement ? each.href.replace(/#.*/, '') : `button ${(count += 1)}`;
      const key = `${each.tagName.toLowerCase()} "${name}"`;
      targetsByName.set(key, (targetsByName.get(key) ?? new Set()).add(target));
    }
    return [...targetsByName]
      .filter(([, targets]) => targets.size > 1)
      .map(([name, targets]) => `${name} is ${targets.size} things`);
  });
}
