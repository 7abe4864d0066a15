import { isIdentifier } from '#domain/identifier.ts';

/** The tabs of the panel but for the first one, 'Upload Content'. */
const tabs = ['manage', 'import', 'coverage'] as const;

/** What 'Manage Content' lists instead of the materials. */
export const otherViews = ['changes', 'hidden', 'trash'] as const;

/** The search parameters of the panel's address; what is shown by default is left out. */
export type PanelSearch = {
  tab?: (typeof tabs)[number] | undefined;
  view?: (typeof otherViews)[number] | undefined;
  /** Manage lists only what this publication made. */
  publication?: string | undefined;
};

/** Changes the address; what is not named stays. After a jump, Back returns to what was shown before. */
export type ChangeSearch = (change: PanelSearch, isJump?: boolean) => void;

/** Reads the search parameters of the panel; whatever is unknown is ignored. */
export function readPanelSearch(search: Record<string, unknown>): PanelSearch {
  const { publication } = search;
  return {
    tab: tabs.find((tab) => tab === search['tab']),
    view: otherViews.find((view) => view === search['view']),
    publication: isIdentifier(publication) ? publication : undefined,
  };
}
