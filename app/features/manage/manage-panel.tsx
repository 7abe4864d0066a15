import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BulkAction } from '#contract/bulk-change.ts';
import { maxInventoryWordsLength, type InventoryFilter } from '#contract/inventory.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { materialKinds, type Material, type MaterialKind } from '#domain/material.ts';
import { manageLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { RecentChanges } from '#app/features/undo/recent-changes.tsx';
import { KindSwitch } from '#app/features/materials/kind-switch.tsx';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { Button } from '#app/ui/button.tsx';
import * as actionWords from '#messages/actions.ts';
import { digits } from '#messages/format.ts';
import * as words from '#messages/manage/list.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { FocusFallback } from './focus-fallback.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { PublicationBar } from './publication-bar.tsx';
import { InventoryDownload } from './inventory-download.tsx';
import { createInventoryRecords, type ChangedMaterials, type InventoryList } from './inventory-client.ts';
import { ListFilters } from './list-filters.tsx';
import { countFilters, toFilter, type ListState } from './list-state.ts';
import { useManageState, type ManageStateProps } from './manage-state.ts';
import { MaterialTable } from './material-table.tsx';
import { lastPage, PageSteps } from './page-steps.tsx';
import { countSelected, nothingSelected, type Selection } from './selection.ts';
import { SelectionBar, type BulkTask } from './selection-bar.tsx';
import { useShelfActions, type ShelfActions } from './shelf-actions.ts';
import { ShelfNotices } from './shelf-notices.tsx';
import { TrashList, HiddenList } from './hidden-and-trash.tsx';
import { useBulkChange } from './use-bulk-change.ts';
import { viewHints, ViewButtons } from './view-buttons.tsx';
import { facultyName, termName, type ShownPlace } from './place-names.ts';
import { materials as countMaterials } from '#messages/materials/counts.ts';
import { countWords } from '#messages/kinds.ts';

/** Pause in typing after which the search runs. */
const searchDelayMs = 300;

/** The selected materials on the shown page of the list, and the number of those on other pages. */
type JoinSelection = { materials: readonly Material[]; elsewhere: number };

type ManagePanelProps = ManageStateProps & {
  shelf: Pick<Shelf, 'findFaculty'>;
  faculties: readonly FacultySummary[];
  /** Renders the editor while a material is being edited. Passed in by the page, so that this feature does not import it. */
  renderEditor: (material: Material, onClose: () => void) => ReactNode;
  /** Renders the dialog that joins materials. */
  renderJoin: (selected: JoinSelection, onClose: (isJoined: boolean) => void) => ReactNode;
};

/**
 * Renders the tab 'Manage Content': every material, by kind or together, with search, filters, order, paging and bulk
 * edits; buttons to edit, hide or delete each material; the trash; and recent edits to undo.
 */
export function ManagePanel(props: ManagePanelProps) {
  const { shelf, faculties, renderEditor, renderJoin } = props;
  const actions = useShelfActions();
  const { state, setState, view, setView, shownPlace, showKind, showAll, showPublication } = useManageState(props);
  const [edited, setEdited] = useState<Material | null>(null);
  const [hiding, setHiding] = useState<{ material: Material; reason: string | null } | null>(null);
  const { filter, list } = useInventory(state, view === 'shelf');
  const { kind, page } = state;
  useLiveList(manageLiveList(kind));
  // The last row of the last page was deleted, so the page before is now the last.
  if (list.data && !list.isPlaceholderData && page > lastPage(list.data.total))
    setState({ page: lastPage(list.data.total) });
  // An empty list has its own message.
  const isNothingFound = view === 'shelf' && filter.q !== '' && list.data?.total === 0;

  return (
    <div className="grid grid-cols-1 gap-4">
      <ShelfNotices faculties={faculties} actions={actions} onEdit={setEdited} />
      <KindSwitch
        label={words.kindToManage}
        value={view === 'shelf' ? (kind ?? 'all') : null}
        onChange={showKind}
        onAll={() => showKind(null)}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {view === 'shelf' && <SearchBox kind={kind} typed={state.typed} onType={(typed) => setState({ typed })} />}
        <p
          aria-live="polite"
          className={classes(
            'min-h-[1lh] min-w-24 flex-1 text-sm text-muted',
            view !== 'shelf' && 'max-md:basis-full',
            isNothingFound && 'sr-only',
          )}
        >
          {view === 'shelf' ? list.data && wordCount(kind, list.data.total) : viewHints[view]}
        </p>
        <ViewButtons view={view} onChange={setView} />
      </div>
      {view === 'shelf' && <ListFilters {...{ shelf, state, faculties }} onChange={setState} />}
      <FocusFallback label={view === 'shelf' ? words.listName(kind) : words.views[view]}>
        {view === 'changes' && <RecentChanges onShow={showPublication} />}
        {view === 'trash' && <TrashList faculties={faculties} actions={actions} />}
        {view === 'hidden' && (
          <HiddenList
            faculties={faculties}
            actions={actions}
            onEdit={setEdited}
            onHide={(material, reason) => setHiding({ material, reason })}
          />
        )}
        {view === 'shelf' && (
          <>
            {shownPlace && <ShownPlaceBar place={shownPlace} faculties={faculties} onShowAll={showAll} />}
            {state.publication !== '' && (
              <PublicationBar id={state.publication} onShowAll={() => setState({ publication: '' })} />
            )}
            <FoundList
              {...{ shelf, list, filter, state, faculties, actions, renderJoin }}
              onEdit={setEdited}
              onHide={(material) => setHiding({ material, reason: null })}
              onState={setState}
            />
            {kind && filter.q !== '' && <OtherKinds kind={kind} filter={filter} onChoose={showKind} />}
          </>
        )}
      </FocusFallback>
      {hiding && (
        <HideDialog
          title={hiding.material.title}
          reason={hiding.reason}
          onHide={(reason) => void actions.hide(hiding.material, reason)}
          onClose={() => setHiding(null)}
        />
      )}
      {edited && renderEditor(edited, () => setEdited(null))}
    </div>
  );
}

const wordCount = (kind: MaterialKind | null, count: number) =>
  kind ? countWords(kind, count) : countMaterials(count);

/** Loads a page of the list for its filters. */
function useInventory(state: ListState, isShown: boolean) {
  const { client, callSignedIn } = useAdminSession();
  const filter = toFilter(state, useDebounced(state.typed.trim(), searchDelayMs));
  const { kind, order, page } = state;
  const list = useQuery({
    queryKey: ['manage', kind ?? 'all', JSON.stringify([filter, order]), page],
    queryFn: () => callSignedIn(() => createInventoryRecords(client).list(filter, order, page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
    enabled: isShown,
  });
  return { filter, list };
}

type SearchBoxProps = { kind: MaterialKind | null; typed: string; onType: (text: string) => void };

function SearchBox({ kind, typed, onType }: SearchBoxProps) {
  return (
    <search className="relative min-w-0 grow-2 basis-64 md:max-w-md">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-muted"
      />
      <TextInput
        type="search"
        aria-label={words.searchLabel(kind)}
        placeholder={words.searchHint}
        maxLength={maxInventoryWordsLength}
        value={typed}
        className="ps-10"
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </search>
  );
}

type FoundListProps = {
  shelf: Pick<Shelf, 'findFaculty'>;
  list: UseQueryResult<InventoryList, unknown>;
  filter: InventoryFilter;
  state: ListState;
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
  renderJoin: ManagePanelProps['renderJoin'];
  onEdit: (material: Material) => void;
  onHide: (material: Material) => void;
  onState: (change: Partial<ListState>) => void;
};

/** Renders one page of the list, or its loading, failed or empty state. */
function FoundList(props: FoundListProps) {
  const { shelf, list, filter, state, faculties, actions, renderJoin, onEdit, onHide, onState } = props;
  const { site } = useAdminSession();
  const [selection, setSelection] = useState(nothingSelected);
  const [task, setTask] = useState<BulkTask | null>(null);
  const [joined, setJoined] = useState<JoinSelection | null>(null);
  const bulk = useBulkChange();
  const filterKey = JSON.stringify(filter);
  const [selectedFrom, setSelectedFrom] = useState(filterKey);
  // The selection belongs to one set of filters. A `key` would replace the rows too, so that a click during which a search
  // begins would be lost.
  if (selectedFrom !== filterKey) {
    setSelectedFrom(filterKey);
    setSelection(nothingSelected);
    setTask(null);
  }
  const { kind, order, page } = state;
  if (list.isPending) return <SkeletonRows rowClassName="h-14" />;
  if (!list.data) {
    return (
      <EmptyState text={<ProblemText error={list.error} />}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  // While the next list is loading, the list on screen is still the list of the previous kind.
  const { materials, total, hidings, warnings } = list.data;
  const shown = materials.filter((material) => kind === null || material.kind === kind);
  if (shown.length === 0 && list.isPlaceholderData) return <SkeletonRows rowClassName="h-14" />;
  if (shown.length === 0) return <EmptyState text={emptyWords(state, filter.q)} />;
  const selected = toChanged(selection, filter, total);
  const rows = shown.filter(({ id }) => selection.ids.has(id));

  async function confirm(change: BulkAction, skipsRefused: boolean) {
    const done = await bulk.change(selected, change, skipsRefused);
    if (done) setSelection(nothingSelected);
  }

  return (
    <div aria-busy={list.isPlaceholderData || bulk.isRunning} className="grid grid-cols-1 gap-4">
      <SelectionBar
        selection={selection}
        page={shown.map(({ id }) => id)}
        total={total}
        onSelect={setSelection}
        onTask={setTask}
        onJoin={() => setJoined({ materials: rows, elsewhere: selection.ids.size - rows.length })}
      />
      <StableList list={list} scope={[JSON.stringify([filter, order]), page].join()} kind={kind}>
        <MaterialTable
          kind={kind}
          label={words.listName(kind)}
          materials={shown}
          faculties={faculties}
          site={site}
          isBusy={actions.isBusy}
          {...{ hidings, warnings, order, selection, onEdit, onHide }}
          onOrder={(next) => onState({ order: next })}
          onSelect={setSelection}
          onShow={(material) => void actions.show(material)}
          onDelete={(material) => void actions.withdraw(material)}
        />
      </StableList>
      <PageSteps page={page} total={total} onChange={(next) => onState({ page: next })} />
      <InventoryDownload name={words.listName(kind)} {...{ filter, order, total, faculties }} />
      {task && (
        <BulkDialog
          {...{ task, selected, shelf, faculties }}
          count={countSelected(selection, total)}
          onConfirm={(change, skipsRefused) => void confirm(change, skipsRefused)}
          onClose={() => setTask(null)}
        />
      )}
      {joined &&
        renderJoin(joined, (isJoined) => {
          setJoined(null);
          if (isJoined) setSelection(nothingSelected);
        })}
    </div>
  );
}

function toChanged(selection: Selection, filter: InventoryFilter, total: number): ChangedMaterials {
  return selection.isEverything ? { matching: { ...filter, total } } : { ids: [...selection.ids] };
}

function emptyWords(state: ListState, typed: string): string {
  const { kind } = state;
  if (typed !== '') return words.noneMatchTyped(kind, typed);
  return countFilters(state) > 0 ? words.noneMatchFilters(kind) : words.noneYet(kind);
}

type OtherKindsProps = {
  kind: MaterialKind;
  filter: InventoryFilter;
  onChoose: (kind: MaterialKind) => void;
};

/** Shows, below the matches of one kind, the number of matches of the other kinds, with buttons that list them. */
function OtherKinds({ kind, filter, onChoose }: OtherKindsProps) {
  const { client, callSignedIn } = useAdminSession();
  const counts = useQuery({
    queryKey: ['manage', 'matches', JSON.stringify({ ...filter, kind: [] })],
    queryFn: () => callSignedIn(() => createInventoryRecords(client).countKinds(filter)),
    staleTime: 0,
    retry: isWorthRetrying,
  });
  const found = counts.data;
  const others = found ? materialKinds.filter((each) => each !== kind && found[each] > 0) : [];
  if (!found || others.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <p className="me-1 text-sm text-muted">{words.alsoFound}</p>
      {others.map((each) => (
        <Button key={each} variant="secondary" size="small" onClick={() => onChoose(each)}>
          {countWords(each, found[each])}
        </Button>
      ))}
    </div>
  );
}

type ShownPlaceBarProps = { place: ShownPlace; faculties: readonly FacultySummary[]; onShowAll: () => void };

/** Shows that only the materials of one subject are listed, with a button to list all of them again. */
function ShownPlaceBar({ place, faculties, onShowAll }: ShownPlaceBarProps) {
  const { facultyId, semesterId, subject, years } = place;
  const term = termName(faculties, facultyId, semesterId);
  const facts = [facultyName(faculties, facultyId), term, subject, years && yearWords(years)].filter(Boolean);
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card bg-accent-tint py-1 ps-4 pe-1">
      <p className="min-w-0 flex-1 basis-52 text-sm wrap-anywhere">
        {words.only(
          <strong key="place" className="font-medium">
            {facts.join(' · ')}
          </strong>,
        )}
      </p>
      <Button variant="ghost" size="small" onClick={onShowAll}>
        <X aria-hidden="true" className="size-4" />
        {actionWords.showAll}
      </Button>
    </div>
  );
}

function yearWords(years: NonNullable<ShownPlace['years']>): string {
  return 'only' in years ? digits(years.only) : words.yearsExcept(...years.except);
}
