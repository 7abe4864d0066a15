import { Keyboard, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ContractIds } from '#contract/addresses.ts';
import type { Shelf } from '#contract/shelf.ts';
import type { FacultySummary } from '#domain/catalogue.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PublishBar } from './rows/publish-bar.tsx';
import { QuestionDialog, type Question } from './rows/questions.tsx';
import type { RowActions } from './rows/row-actions.ts';
import { filterNames } from './rows/row-filters.ts';
import { RowList } from './rows/row-list.tsx';
import { RowSheet } from './rows/row-sheet.tsx';
import { fileCount, type RowContext } from './rows/row-words.ts';
import type { RowsState } from './rows/staged-rows.ts';
import type { SendState } from './sending/send-queue.ts';
import type { StagedRow } from './staging-calls.ts';
import type { StagingSession } from './staging-session.ts';
import { FilterChips } from './table/filter-chips.tsx';
import { KeysDialog } from './table/keys-dialog.tsx';
import { TablePane } from './table/table-pane.tsx';
import { useImportActions } from './use-import-actions.ts';
import { useStore } from './use-store.ts';
import { useTable } from './use-table.ts';
import { useWideScreen } from './use-wide-screen.ts';

type StagingWorkspaceProps = {
  session: StagingSession;
  actions: RowActions;
  state: RowsState;
  sending: SendState;
  shelf: Shelf;
  ids: ContractIds;
  faculties: readonly FacultySummary[];
};

/** Filters, the table or the list of rows, and what can be done with them. */
export function StagingWorkspace({ session, actions, state, sending, shelf, ids, faculties }: StagingWorkspaceProps) {
  const { rows, counts, loading } = state;
  const { refusals, publishing } = useStore(actions);
  const table = useTable(state);
  const on = useImportActions(session, actions);
  const isWide = useWideScreen();
  const box = useRef<HTMLDivElement>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const context: RowContext = {
    pending: sending.pending,
    failures: sending.failures,
    refusals,
    canSend: session.canSend,
  };
  const opened = openId === null ? undefined : rows.get(openId);
  const openIndex = opened ? table.ids.indexOf(opened.$id) : -1;

  const rowsOf = (list: Iterable<string>) => [...list].flatMap((id) => rows.get(id) ?? []).filter(isOpenRow);
  /** The rows that a key or button is about: the selected ones if the row is one of them. */
  const targets = (id: string) => (table.selection.ids.has(id) ? [...table.selection.ids] : [id]);
  const ask = (about: Question['about'], list: readonly StagedRow[]) => {
    if (list.length > 0) setQuestion({ about, rows: list });
  };

  function publishSelected() {
    const list = rowsOf(table.selection.ids);
    if (list.every(({ isReady }) => isReady)) void on.publish(idsOf(list), []);
    else ask('publish', list);
  }

  function publishReady() {
    // All of them, not only those on screen.
    void on.publish(idsOf([...rows.values()].filter(({ isReady }) => isReady)), []);
  }

  const shown = { rows, context, shelf, ids, faculties };
  return (
    <div className="grid grid-cols-1 gap-3 xl:mx-[calc(50%-min(50vw-2rem,52rem))]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterChips counts={counts} chosen={table.filter} onChoose={table.choose} />
        <PublishBar
          ready={counts?.ready ?? 0}
          selected={table.selection.ids.size}
          publishing={publishing}
          onPublishReady={publishReady}
          onPublishSelected={publishSelected}
          onDiscardSelected={() => ask('discard', rowsOf(table.selection.ids))}
        />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm">
        <p role="status" className="text-muted">
          {on.status?.text ?? (loading === 'partly' ? 'Loading more files…' : `${fileCount(table.ids.length)} shown.`)}
        </p>
        {on.status?.canUndo && (
          <Button variant="ghost" size="small" onClick={() => void on.undo()}>
            <Undo2 aria-hidden="true" className="size-4" />
            Undo
          </Button>
        )}
        {table.stayed > 0 && (
          <Button variant="ghost" size="small" onClick={() => table.choose(table.filter)}>
            Hide {fileCount(table.stayed)} done
          </Button>
        )}
        {isWide && (
          <Button variant="ghost" size="small" className="ml-auto" onClick={() => setShowsKeys(true)}>
            <Keyboard aria-hidden="true" className="size-4" />
            Keys
          </Button>
        )}
      </div>
      <div ref={box} tabIndex={-1} className="min-w-0 rounded-card focus-visible:outline-offset-4">
        {table.ids.length === 0 && (
          <EmptyState text={`No files under “${filterNames[table.filter]}”.`}>
            {table.filter !== 'open' && (
              <Button variant="secondary" onClick={() => table.choose('open')}>
                Show all
              </Button>
            )}
          </EmptyState>
        )}
        {table.ids.length > 0 && isWide && (
          <TablePane
            {...shown}
            table={table}
            on={on}
            targets={targets}
            onDiscard={(list) => ask('discard', rowsOf(list))}
            onPreview={setOpenId}
            onHelp={() => setShowsKeys(true)}
            onEmpty={() => box.current?.focus()}
          />
        )}
        {table.ids.length > 0 && !isWide && (
          <div className="h-[max(24rem,calc(100dvh-16rem))]">
            <RowList
              {...shown}
              {...{ ids: table.ids }}
              selection={table.selection}
              onSelection={table.setSelection}
              onOpen={setOpenId}
            />
          </div>
        )}
      </div>
      {opened && (
        <RowSheet
          {...shown}
          row={opened}
          index={openIndex}
          count={table.ids.length}
          onStep={(step) => {
            const id = table.ids[openIndex + step];
            if (id === undefined) return;
            setOpenId(id);
            table.setActive({ id, column: table.active?.column ?? 0 });
          }}
          onTell={(told, what) => void on.tell([opened.$id], told, what)}
          onConfirm={() => void on.confirm([opened.$id])}
          onDiscard={() => ask('discard', [opened])}
          onClose={() => setOpenId(null)}
        />
      )}
      {question && (
        <QuestionDialog
          question={question}
          onDiscard={(list) => void on.discard(list)}
          onPublish={(list, accept) => void on.publish(list, accept)}
          onClose={() => setQuestion(null)}
        />
      )}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </div>
  );
}

const isOpenRow = ({ state }: StagedRow) => state !== 'published';
const idsOf = (list: readonly StagedRow[]) => list.map(({ $id }) => $id);
