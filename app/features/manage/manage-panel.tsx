import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { isHidden } from '#contract/permissions.ts';
import type { MaterialList } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import type { Material, MaterialKind } from '#domain/material.ts';
import { manageLiveList } from '#app/features/live/live-lists.ts';
import { useLiveList } from '#app/features/live/use-live-list.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem, isWorthRetrying } from '#app/features/session/library-problem.ts';
import { KindSwitch } from '#app/features/materials/kind-switch.tsx';
import { countWords, shelfNames } from '#app/features/materials/kind-words.ts';
import { StableList } from '#app/features/materials/stable-list.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { FocusFallback } from './focus-fallback.tsx';
import { HiddenList } from './hidden-list.tsx';
import { HideDialog } from './hide-dialog.tsx';
import { MaterialTable } from './material-table.tsx';
import { OtherKinds } from './other-kinds.tsx';
import { lastPage, PageSteps } from './page-steps.tsx';
import { useShelfActions, type ShelfActions } from './shelf-actions.ts';
import { ShelfNotices } from './shelf-notices.tsx';
import { maxSearchLength } from './search-filters.ts';
import { createHidingRecords, type Hidings } from './hiding-records.ts';
import { createShelfRecords } from './shelf-records.ts';
import { ShownPlaceBar } from './shown-place-bar.tsx';
import type { ShownPlace } from './shown-place.ts';
import { TrashList } from './trash-list.tsx';
import { useDebounced } from '#app/ui/use-debounced.ts';
import { viewHints, viewNames, ViewButtons, type View } from './view-buttons.tsx';

/** The search runs when nothing was typed for this time. */
const searchDelayMs = 300;

type ManagePanelProps = {
  faculties: readonly FacultySummary[];
  /** Lists only these at first; null for all. */
  only: ShownPlace | null;
  /** Called when all are to be listed again. */
  onShowAll: () => void;
  /**
   * The editor, rendered while a material is being edited. Passed in by the page, so that this feature does not import
   * it.
   */
  renderEditor: (material: Material, onClose: () => void) => ReactNode;
};

/** The tab 'Manage Content': every material by kind, with search, paging, edit, hide, delete and the trash. */
export function ManagePanel({ faculties, only, onShowAll, renderEditor }: ManagePanelProps) {
  const { site, client, callSignedIn } = useAdminSession();
  const actions = useShelfActions();
  const [kind, setKind] = useState<MaterialKind>(only?.kind ?? 'paper');
  const [view, setView] = useState<View>('shelf');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Material | null>(null);
  const [hiding, setHiding] = useState<{ material: Material; reason: string | null } | null>(null);
  const words = useDebounced(typed.trim(), searchDelayMs);
  const list = useQuery({
    queryKey: ['manage', kind, words, page, only],
    queryFn: () =>
      callSignedIn(() => createShelfRecords({ client, site }, faculties).list(kind, { words, page, only })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
    enabled: view === 'shelf',
  });
  useLiveList(manageLiveList(kind));
  // The last row of the last page was deleted, so the page before is now the last.
  if (list.data && !list.isPlaceholderData && page > lastPage(list.data.total)) setPage(lastPage(list.data.total));
  // An empty list has a message of its own.
  const isNothingFound = view === 'shelf' && words !== '' && list.data?.total === 0;

  function showKind(next: MaterialKind) {
    if (next !== kind) onShowAll();
    setView('shelf');
    setKind(next);
    setPage(1);
  }

  function search(text: string) {
    setTyped(text);
    setPage(1);
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <ShelfNotices faculties={faculties} actions={actions} onEdit={setEdited} />
      <KindSwitch label="Content type to manage" value={view === 'shelf' ? kind : null} onChange={showKind} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {view === 'shelf' && <SearchBox kind={kind} typed={typed} onType={search} />}
        <p
          aria-live="polite"
          className={classes(
            'min-h-[1lh] min-w-24 flex-1 text-sm text-muted',
            view !== 'shelf' && 'max-md:basis-full',
            isNothingFound && 'sr-only',
          )}
        >
          {view === 'shelf' ? list.data && countWords(kind, list.data.total) : viewHints[view]}
        </p>
        <ViewButtons view={view} onChange={setView} />
      </div>
      <FocusFallback label={view === 'shelf' ? shelfNames[kind] : viewNames[view]}>
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
            {only && <ShownPlaceBar place={only} faculties={faculties} onShowAll={onShowAll} />}
            <FoundList
              {...{ list, kind, words, page, faculties, actions }}
              onEdit={setEdited}
              onHide={(material) => setHiding({ material, reason: null })}
              onPage={setPage}
            />
            {words !== '' && <OtherKinds kind={kind} words={words} faculties={faculties} onChoose={showKind} />}
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

type SearchBoxProps = { kind: MaterialKind; typed: string; onType: (text: string) => void };

function SearchBox({ kind, typed, onType }: SearchBoxProps) {
  return (
    <search className="relative min-w-0 grow-2 basis-64 md:max-w-md">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
      />
      <TextInput
        type="search"
        aria-label={`Search ${shelfNames[kind]} by title, subject, faculty or year`}
        placeholder="Title, subject, faculty, year..."
        maxLength={maxSearchLength}
        value={typed}
        className="pl-10"
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </search>
  );
}

type FoundListProps = {
  list: UseQueryResult<MaterialList, unknown>;
  kind: MaterialKind;
  words: string;
  page: number;
  faculties: readonly FacultySummary[];
  actions: ShelfActions;
  onEdit: (material: Material) => void;
  onHide: (material: Material) => void;
  onPage: (page: number) => void;
};

/** One page of the list, or what replaces it while it is loading, failed or empty. */
function FoundList({ list, kind, words, page, faculties, actions, onEdit, onHide, onPage }: FoundListProps) {
  const { site } = useAdminSession();
  const hidings = useHidings(kind, list.data?.materials ?? []);
  if (list.isPending) return <SkeletonRows rowClassName="h-14" />;
  if (!list.data) {
    return (
      <EmptyState text={explainProblem(list.error)}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  // While the next list is loading, the list on screen is still that of the previous kind.
  const { materials, total } = list.data;
  const shown = materials.filter((material) => material.kind === kind);
  if (shown.length === 0 && list.isPlaceholderData) return <SkeletonRows rowClassName="h-14" />;
  if (shown.length === 0) {
    const nothing = `No ${countWords(kind, 0).slice(2)} in the library yet.`;
    return <EmptyState text={words === '' ? nothing : `No ${countWords(kind, 0).slice(2)} match "${words}".`} />;
  }
  return (
    <div aria-busy={list.isPlaceholderData} className="grid grid-cols-1 gap-4">
      <StableList list={list} scope={[kind, words, page].join()} kind={kind}>
        <MaterialTable
          kind={kind}
          label={shelfNames[kind]}
          materials={shown}
          faculties={faculties}
          site={site}
          isBusy={actions.isBusy}
          onEdit={onEdit}
          hidings={hidings}
          onHide={onHide}
          onShow={(material) => void actions.show(material)}
          onDelete={(material) => void actions.withdraw(material)}
        />
      </StableList>
      <PageSteps page={page} total={total} onChange={onPage} />
    </div>
  );
}

const noHidings: Hidings = new Map();

/** Since when and why those of the materials that are hidden are. */
function useHidings(kind: MaterialKind, materials: readonly Material[]): Hidings {
  const { client, callSignedIn } = useAdminSession();
  const ids = materials.filter(({ permissions }) => isHidden(permissions)).map(({ id }) => id);
  const found = useQuery({
    queryKey: ['manage', kind, 'hidings', ...ids],
    queryFn: () => callSignedIn(() => createHidingRecords(client).findHidings(ids)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
    enabled: ids.length > 0,
  });
  return found.data ?? noHidings;
}
