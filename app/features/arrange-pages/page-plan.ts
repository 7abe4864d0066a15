import { pageParts, type PagePart } from '#contract/composition.ts';
import { addTurns, type QuarterTurn } from '#domain/page-turns.ts';
import * as words from '#messages/arrange-pages.ts';

/** A page, or a half of one, of the new files. */
export type PlannedPage = {
  type: 'page';
  /** Stays the same while the page is moved and turned. */
  key: string;
  /** The material that has the page, as its index in the list of materials: 0 for the one whose pages are arranged. */
  source: number;
  /** The page of that material's current file, from 1. */
  page: number;
  turn: QuarterTurn;
  /** The half of the page before it is turned; null for the whole page. */
  part: PagePart | null;
};

/** The pages after it become a material of their own, up to the next one. */
export type Split = { type: 'split'; key: string };

/** The pages in their new order. Never begins or ends with a split, or has two splits next to each other. */
export type PagePlan = readonly (PlannedPage | Split)[];

/** The keys of the selected pages. */
export type Selection = ReadonlySet<string>;

/**
 * Returns all pages of the materials, in order. With one material, that plan changes nothing; with several, the others
 * are joined with the first.
 */
export function startPlan(pageCounts: readonly number[]): PagePlan {
  return pageCounts.flatMap((pageCount, source) =>
    Array.from({ length: pageCount }, (_, index) => ({
      type: 'page' as const,
      key: sheetOf({ source, page: index + 1 }),
      source,
      page: index + 1,
      turn: 0 as const,
      part: null,
    })),
  );
}

/** Returns a key of the stored page: `3`, or `2.3` for a page of the second material. */
export function sheetOf({ source, page }: Pick<PlannedPage, 'source' | 'page'>): string {
  return source === 0 ? String(page) : `${source + 1}.${page}`;
}

/** Returns the materials that are joined with the first one: those of whose pages at least one is in the plan. */
export function joinedSources(plan: PagePlan): number[] {
  const sources = new Set(pagesOf(plan).map(({ source }) => source));
  return [...sources].filter((source) => source > 0).sort((a, b) => a - b);
}

/** Returns the pages without the splits. */
export function pagesOf(plan: PagePlan): PlannedPage[] {
  return plan.filter((item) => item.type === 'page');
}

/** Turns the selected pages by 90 degrees clockwise. */
export function turnPages(plan: PagePlan, selected: Selection): PagePlan {
  return plan.map((item) =>
    item.type === 'page' && selected.has(item.key) ? { ...item, turn: addTurns(item.turn, 90) } : item,
  );
}

export function removePages(plan: PagePlan, selected: Selection): PagePlan {
  return tidy(plan.filter(({ key }) => !selected.has(key)));
}

/** Moves the selected pages by one place; a page at a split moves to the other side of it. */
export function movePages(plan: PagePlan, selected: Selection, direction: 'earlier' | 'later'): PagePlan {
  const items = direction === 'earlier' ? [...plan] : plan.toReversed();
  for (let index = 1; index < items.length; index += 1) {
    const [before, item] = [items[index - 1], items[index]];
    if (!before || !item || !selected.has(item.key) || selected.has(before.key)) continue;
    items[index - 1] = item;
    items[index] = before;
  }
  return tidy(direction === 'earlier' ? items : items.toReversed());
}

/** Splits before each selected page; if all of them begin a material already, joins them with the pages before. */
export function splitPages(plan: PagePlan, selected: Selection): PagePlan {
  const begins = (index: number) => plan[index - 1]?.type === 'split';
  const chosen = plan.flatMap(({ key }, index) => (selected.has(key) && index > 0 ? [index] : []));
  if (chosen.length > 0 && chosen.every(begins)) return plan.filter((_, index) => !chosen.includes(index + 1));
  return plan.flatMap((item, index) =>
    chosen.includes(index) && !begins(index)
      ? [{ type: 'split' as const, key: splitKey(plan, item.key) }, item]
      : [item],
  );
}

/** Returns a new key: the split that was made before the same page may have stayed where the page was. */
function splitKey(plan: PagePlan, page: string): string {
  const keys = new Set(plan.map(({ key }) => key));
  let key = `before ${page}`;
  while (keys.has(key)) key += '+';
  return key;
}

/** Order of the halves of a page that is shown turned by so many quarters clockwise: left or top first. */
const halves = {
  wide: [
    ['left', 'right'],
    ['left', 'right'],
    ['right', 'left'],
    ['right', 'left'],
  ],
  tall: [
    ['top', 'bottom'],
    ['bottom', 'top'],
    ['bottom', 'top'],
    ['top', 'bottom'],
  ],
} as const;

/** Cuts the selected whole pages in two along their shorter side. `isTall` is true for pages that are taller than wide. */
export function halvePages(plan: PagePlan, selected: Selection, isTall: (page: PlannedPage) => boolean): PagePlan {
  return plan.flatMap((item) => {
    if (item.type === 'split' || item.part !== null || !selected.has(item.key)) return [item];
    const parts = halves[isTall(item) ? 'tall' : 'wide'][item.turn / 90] ?? pageParts;
    return parts.slice(0, 2).map((part) => ({ ...item, key: `${item.key} ${part}`, part }));
  });
}

/** Removes splits that separate nothing. */
function tidy(plan: PagePlan): PagePlan {
  return plan
    .filter(
      ({ type }, index) =>
        type === 'page' || (index > 0 && index < plan.length - 1 && plan[index + 1]?.type === 'page'),
    )
    .filter(({ type }, index, all) => type === 'page' || (index > 0 && all[index - 1]?.type === 'page'));
}

/** The pages of a material: the first one keeps its material, each further one begins with a split. */
export type PlannedPaper = { split: Split | null; pages: PlannedPage[] };

export function papersOf(plan: PagePlan): PlannedPaper[] {
  const papers: PlannedPaper[] = [{ split: null, pages: [] }];
  for (const item of plan) {
    if (item.type === 'split') papers.push({ split: item, pages: [] });
    else papers.at(-1)?.pages.push(item);
  }
  return papers;
}

/** Returns the effect of the plan in words; '' if it changes nothing. */
export function describePlan(plan: PagePlan, pageCounts: readonly number[], result: words.Result = 'paper'): string {
  const pages = pagesOf(plan);
  const joined = joinedSources(plan);
  const former = [0, ...joined].reduce((sum, source) => sum + (pageCounts[source] ?? 0), 0);
  const distinct = (isMeant: (page: PlannedPage) => boolean) => new Set(pages.filter(isMeant).map(sheetOf)).size;
  const isMoved = pages.some((page, index) => {
    const before = pages[index - 1];
    if (!before) return false;
    return page.source === before.source ? page.page < before.page : page.source < before.source;
  });
  const effects = [
    [joined.length, (count: number) => words.effects.joined(count, result)],
    [former - distinct(() => true), words.effects.removed],
    [distinct(({ turn }) => turn !== 0), words.effects.turned],
    [distinct(({ part }) => part !== null), words.effects.halved],
    [Number(isMoved), () => words.effects.moved],
    [papersOf(plan).length - 1, (count: number) => words.effects.created(count, result)],
  ] as const;
  return effects.flatMap(([count, describe]) => (count > 0 ? [describe(count)] : [])).join(', ');
}
