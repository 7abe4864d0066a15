import type { MaterialKind } from '#domain/material.ts';
import { isStillShown, noFilters, useListState, type ListState } from './list-state.ts';
import type { ChangeSearch, PanelSearch } from './panel-search.ts';
import type { ShownPlace } from './place-names.ts';
import type { View } from './view-buttons.tsx';

export type ManageStateProps = {
  /** Lists only these at first; null for all. */
  only: ShownPlace | null;
  /** Called to list all again. */
  onShowAll: () => void;
  /** State in the address: which list is shown, and the publication that filters it. */
  search: PanelSearch;
  onSearch: ChangeSearch;
};

/**
 * Holds the state of 'Manage Content'. The view and the publication are in the address, the rest is state. Each function changes
 * the address at most once, because a second change would start from the address before the first.
 */
export function useManageState({ only, onShowAll, search, onSearch }: ManageStateProps) {
  const [state, changeState] = useListState(only, search.publication ?? '');
  const shownPlace = only && isStillShown(state, only) ? only : null;
  const view: View = search.view ?? 'shelf';

  function setState({ publication, ...change }: Partial<ListState>) {
    changeState(change);
    if (publication !== undefined && publication !== state.publication)
      onSearch({ publication: publication === '' ? undefined : publication });
  }

  return {
    state,
    setState,
    view,
    shownPlace,
    setView: (next: View) => onSearch({ view: next === 'shelf' ? undefined : next }),

    showKind(next: MaterialKind | null) {
      const isOther = next !== state.kind;
      const leavesPlace = shownPlace !== null && isOther;
      changeState({ ...(leavesPlace && ownFilters), kind: next });
      if (view !== 'shelf' || leavesPlace)
        onSearch({ view: undefined, ...(leavesPlace && { publication: undefined }) });
      if (isOther) onShowAll();
    },

    showAll() {
      setState(noFilters);
      onShowAll();
    },

    showPublication(publication: string) {
      changeState({ ...ownFilters, typed: '', kind: null });
      onSearch({ view: undefined, publication }, true);
      onShowAll();
    },
  };
}

/** No filter except that of the address. */
const { publication: _ofAddress, ...ownFilters } = noFilters;
