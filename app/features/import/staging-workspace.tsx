import { memo, useMemo, useRef, useState, useSyncExternalStore, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import type { StagedRow } from '#app/features/import/calls/staging-calls.ts';
import { useStore } from '#app/features/import/calls/store.ts';
import { PublishDialog } from '#app/features/import/publish/publish-dialog.tsx';
import { PublishedNotice } from '#app/features/import/publish/published-notice.tsx';
import { PublishButton } from '#app/features/import/rows/publish-button.tsx';
import { DiscardDialog } from '#app/features/import/rows/discard-dialog.tsx';
import type { RowActions } from '#app/features/import/rows/row-actions.ts';
import type { ShownFilter } from '#app/features/import/rows/row-filters.ts';
import { RowList } from '#app/features/import/rows/row-list.tsx';
import { noSelection, selectAll, selectFolder } from '#app/features/import/rows/row-selection.ts';
import { RowSheet } from '#app/features/import/rows/row-sheet.tsx';
import { RowTools } from '#app/features/import/rows/row-tools.tsx';
import type { RowContext } from '#app/features/import/rows/row-words.ts';
import { showNames } from '#app/features/import/rows/shown-names.ts';
import type { RowsState } from '#app/features/import/rows/staged-rows.ts';
import { StatusLine } from '#app/features/import/rows/status-line.tsx';
import { toolTargets } from '#app/features/import/rows/tool-targets.ts';
import type { SendState } from '#app/features/import/sending/send-queue.ts';
import { FilterChips } from '#app/features/import/table/filter-chips.tsx';
import { KeysDialog } from '#app/features/import/table/keys-dialog.tsx';
import { useTable, type TableState } from '#app/features/import/table/use-table.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import * as buttons from '#messages/actions.ts';
import * as words from '#messages/import/table.ts';
import type { StagingSession } from './staging-session.ts';
import { TablePane } from './table-pane.tsx';
import { useImportActions } from './use-import-actions.ts';

/** Wider than the page, since a table needs the space. */
export const workspaceWidth = 'grid grid-cols-1 gap-1.5 xl:mx-[calc(50%-min(50vw-2rem,52rem))]';

/** Minimum width of the table; on narrower windows, rows are cards. The same width as `md` in the styles. */
const wide = '(min-width: 48.0625rem)';

/** Returns true if the window is wide enough for a table. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(wide);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(wide).matches,
    () => true,
  );
}

type StagingWorkspaceProps = {
  session: StagingSession;
  actions: RowActions;
  state: RowsState;
  sending: SendState;
  shelf: Shelf;
  ids: ContractIds;
  faculties: readonly FacultySummary[];
  /** Lists the materials of a publication in 'Manage Content'. */
  onShowPublication: (id: string) => void;
  /**
   * Element for the status on a wide screen: next to the other controls above the table, so that the status needs no
   * separate line.
   */
  statusSlot: HTMLElement | null;
};

/**
 * Filters, the table or the list of rows, and their actions. Memoised, because the counts above change with every file
 * that is read.
 */
export const StagingWorkspace = memo(function StagingWorkspace(props: StagingWorkspaceProps) {
  const { session, actions, state, sending, shelf, ids, faculties, onShowPublication, statusSlot } = props;
  const { rows, loading } = state;
  const { refusals, publishing } = useStore(actions);
  const table = useTable(state);
  const on = useImportActions(session, actions);
  const tools = useRowTools(table, rows);
  const isWide = useWideScreen();
  const [openId, setOpenId] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const { pending, sent, failures } = sending;
  const { timeZone } = useAdminSession().site;
  // The same object until something changes, so that rows are not rerendered while scrolling.
  const context = useMemo<RowContext>(
    () => ({ pending, sent, failures, refusals, canSend: session.canSend, timeZone }),
    [pending, sent, failures, refusals, session, timeZone],
  );
  const shown = { rows, context, shelf, ids, faculties };
  const openRows = (list: Iterable<string>) => [...list].flatMap((id) => rows.get(id) ?? []).filter(isOpen);
  /** Returns the rows that a key or button applies to: the selected ones if the row is one of them. */
  const targets = (id: string) => (table.selection.ids.has(id) ? [...table.selection.ids] : [id]);

  function ask(about: Question['about'], list: Iterable<string>) {
    const asked = idsOf(openRows(list));
    if (asked.length > 0) setQuestion({ about, ids: asked });
  }

  const status = (
    <StatusLine
      text={on.status?.text ?? (loading === 'partly' ? words.loadingMore : words.shown(table.ids.length))}
      stayed={table.stayed}
      onUndo={on.status?.canUndo ? () => void on.undo() : null}
      onHide={() => table.choose(table.filter)}
      onKeys={isWide ? () => setShowsKeys(true) : null}
    />
  );

  return (
    <div className={workspaceWidth}>
      <div className="flex items-center justify-between gap-x-4 gap-y-1.5 max-md:contents">
        <FilterChips sums={table.sums} chosen={table.filter} onChoose={table.choose} />
        <PublishButton
          ready={table.sums.ready}
          isLoading={loading === 'first' || loading === 'partly'}
          publishing={publishing}
          // All rows, not only those on screen.
          onPublish={() => ask('publish', idsOf([...rows.values()].filter(({ isReady }) => isReady)))}
        />
      </div>
      {publishing === null && (
        <PublishedNotice
          published={on.published}
          onShow={onShowPublication}
          onUndone={() => void session.rows.sync()}
          onClose={on.forgetPublished}
        />
      )}
      {isWide ? statusSlot && createPortal(status, statusSlot) : status}
      <RowTools
        shown={table.ids.length}
        selected={table.selection.ids.size}
        isPublishing={publishing !== null}
        {...tools}
        onConfirm={() => void on.confirm(tools.targets.confirmable)}
        onDiscardDuplicates={() => ask('discard', tools.targets.duplicates)}
        onDiscard={() => ask('discard', table.selection.ids)}
        onPublish={() => ask('publish', table.selection.ids)}
      />
      <ShownRows
        {...{ ...shown, table, on, targets, isWide }}
        onDiscard={(list) => ask('discard', list)}
        onDiscardDuplicates={() => ask('discard', tools.targets.duplicates)}
        onSelectFolder={tools.onSelectFolder}
        onOpen={setOpenId}
        onHelp={() => setShowsKeys(true)}
      />
      <OpenedRow {...{ ...shown, table, on, openId, setOpenId }} onDiscard={(id) => ask('discard', [id])} />
      {question && <QuestionDialog {...{ session, question, rows, on }} onClose={() => setQuestion(null)} />}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
});

type ShownRowsProps = Omit<ComponentProps<typeof TablePane>, 'names' | 'onPreview' | 'onEmpty'> & {
  isWide: boolean;
  onOpen: (id: string) => void;
};

/** The rows under the chosen filter: a table, on a narrow screen cards. */
function ShownRows({ isWide, onOpen, ...pane }: ShownRowsProps) {
  const { table, rows, context, faculties } = pane;
  const { ids, filter, sums, selection } = table;
  const box = useRef<HTMLDivElement>(null);
  const names = useMemo(() => showNames(ids.map((id) => rows.get(id)?.path ?? '')), [ids, rows]);
  return (
    <div ref={box} tabIndex={-1} className="min-w-0 rounded-card focus-visible:outline-offset-4">
      {ids.length === 0 && (
        <NothingShown
          filter={filter}
          isReading={sums.waiting + sums.reading > 0}
          onShowAll={() => table.choose('open')}
        />
      )}
      {ids.length > 0 && isWide && (
        <TablePane {...pane} names={names} onPreview={onOpen} onEmpty={() => box.current?.focus()} />
      )}
      {ids.length > 0 && !isWide && (
        <RowList {...{ ids, rows, context, names, faculties, selection, onOpen }} onSelection={table.setSelection} />
      )}
    </div>
  );
}

/** The files to discard or to publish. */
type Question = { about: 'discard' | 'publish'; ids: string[] };

type QuestionDialogProps = {
  session: StagingSession;
  question: Question;
  rows: ReadonlyMap<string, StagedRow>;
  on: ReturnType<typeof useImportActions>;
  onClose: () => void;
};

/** Renders the dialogs that ask before files are discarded, and show the effects before files are published. */
function QuestionDialog({ session, question: { about, ids }, rows, on, onClose }: QuestionDialogProps) {
  if (about === 'discard')
    return (
      <DiscardDialog
        rows={ids.flatMap((id) => session.rows.get().rows.get(id) ?? [])}
        onDiscard={() => void on.discard(ids)}
        onClose={onClose}
      />
    );
  return (
    <PublishDialog
      calls={session.calls}
      ids={ids}
      rows={rows}
      onSet={(row, manual, value) => void on.setManual([row.$id], manual, value)}
      onTakeInside={(row) => void on.takeInside(row)}
      onPublish={(list, accept) => void on.publish(list, accept)}
      onClose={onClose}
    />
  );
}

type NothingShownProps = { filter: ShownFilter; isReading: boolean; onShowAll: () => void };

function NothingShown({ filter, isReading, onShowAll }: NothingShownProps) {
  const nothingToCheck = isReading ? words.nothingToCheckYet : words.nothingToCheck;
  return (
    <EmptyState text={filter === 'doubtful' ? nothingToCheck : words.nothingUnder(filter)}>
      {filter !== 'open' && (
        <Button variant="secondary" onClick={onShowAll}>
          {buttons.showAll}
        </Button>
      )}
    </EmptyState>
  );
}

type OpenedRowProps = Pick<StagingWorkspaceProps, 'shelf' | 'ids' | 'faculties'> & {
  rows: ReadonlyMap<string, StagedRow>;
  context: RowContext;
  table: ReturnType<typeof useTable>;
  on: ReturnType<typeof useImportActions>;
  openId: string | null;
  setOpenId: (id: string | null) => void;
  onDiscard: (id: string) => void;
};

/** The card of the opened row. Closes when the row disappears. */
function OpenedRow({ table, on, openId, setOpenId, onDiscard, ...shown }: OpenedRowProps) {
  const row = openId === null ? undefined : shown.rows.get(openId);
  if (!row) return null;
  const id = row.$id;
  const index = table.positions.get(id) ?? -1;
  return (
    <RowSheet
      {...shown}
      row={row}
      index={index}
      count={table.ids.length}
      onStep={(step) => {
        const next = table.ids[index + step];
        if (next === undefined) return;
        setOpenId(next);
        table.setActive({ id: next, column: table.active?.column ?? 0 });
      }}
      onSet={(manual, value) => void on.setManual([id], manual, value)}
      onTakeInside={() => void on.takeInside(row)}
      onBringBack={(duplicate) => void on.bringBack(row, duplicate)}
      onConfirm={() => void on.confirm([id])}
      onDiscard={() => onDiscard(id)}
      onClose={() => setOpenId(null)}
    />
  );
}

const isOpen = ({ state }: StagedRow) => state !== 'published';
const idsOf = (list: readonly StagedRow[]) => list.map(({ $id }) => $id);

/** Returns the rows that the buttons above the table apply to, and the buttons that select rows. */
function useRowTools(table: TableState, rows: ReadonlyMap<string, StagedRow>) {
  const { ids, selection, active, setSelection } = table;
  const targets = useMemo(() => toolTargets(ids, rows, selection.ids), [ids, rows, selection.ids]);
  return {
    targets,
    canSelectFolder: selection.ids.size > 0 || active !== null,
    onSelectAll: () => setSelection(selectAll(ids)),
    onSelectNone: () => setSelection(noSelection),
    onSelectFolder: () =>
      setSelection(selectFolder(selection, ids, (id) => rows.get(id)?.path ?? '', active?.id ?? null)),
  };
}
