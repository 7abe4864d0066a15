import { isIdentifier } from '#domain/identifier.ts';

/** The tabs of the panel except the first one, 'Upload Content'. */
const tabs = ['manage', 'import', 'coverage'] as const;

/** The lists that 'Manage Content' can show instead of the materials. */
export const otherViews = ['changes', 'hidden', 'trash'] as const;

/** The search parameters of the panel's address; defaults are left out. */
export type PanelSearch = {
  tab?: (typeof tabs)[number] | undefined;
  view?: (typeof otherViews)[number] | undefined;
  /** Lists only the materials of this publication. */
  publication?: string | undefined;
};

/** Changes the given parameters of the address; the others stay. With `isJump`, Back returns to the previous view. */
export type ChangeSearch = (change: PanelSearch, isJump?: boolean) => void;

/** Reads the search parameters of the panel; unknown values are ignored. */
export function readPanelSearch(search: Record<string, unknown>): PanelSearch {
  const { publication } = search;
  return {
    tab: tabs.find((tab) => tab === search['tab']),
    view: otherViews.find((view) => view === search['view']),
    publication: isIdentifier(publication) ? publication : undefined,
  };
}
