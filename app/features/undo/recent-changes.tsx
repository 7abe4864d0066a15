import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListFilter, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { UndoableEntry } from '#contract/undo.ts';
import { formatTime } from '#app/features/materials/figures.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { isWorthRetrying } from '#app/features/session/library-problem.ts';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { cardStyle } from '#app/ui/card.tsx';
import { classes } from '#app/ui/classes.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SkeletonRows } from '#app/ui/skeleton.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { stepValue } from '#messages/known-sentences.ts';
import * as actions from '#messages/actions.ts';
import { named } from '#messages/format.ts';
import * as words from '#messages/undo.ts';
import { UndoDialog } from './undo-dialog.tsx';
import { createUndoRecords, undoPageSize } from './undo-records.ts';
import { entryTitle, undoWords } from './undo-words.ts';
import { countWords } from '#messages/kinds.ts';

/** Lists the materials of a publication. */
type OnShow = (publicationId: string) => void;

/** Lists the operations that can be undone, newest first: bulk edits, and publications of imports. */
export function RecentChanges({ onShow }: { onShow: OnShow }) {
  const { client, callSignedIn } = useAdminSession();
  const [page, setPage] = useState(1);
  const [undoing, setUndoing] = useState<UndoableEntry | null>(null);
  const list = useQuery({
    queryKey: ['manage', 'undoable', page],
    queryFn: () => callSignedIn(() => createUndoRecords(client).list(page)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: isWorthRetrying,
  });

  if (list.isPending) return <SkeletonRows />;
  if (!list.data) {
    return (
      <EmptyState text={<ProblemText error={list.error} />}>
        <TryAgain busy={list.isFetching} onTry={list.refetch} />
      </EmptyState>
    );
  }
  const { entries, total } = list.data;
  if (entries.length === 0 && page > 1) setPage(1);
  if (entries.length === 0) return <EmptyState text={words.nothingToUndo} />;
  const last = Math.ceil(total / undoPageSize);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul aria-label={words.recentChanges} className="grid grid-cols-1 gap-3">
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} onUndo={() => setUndoing(entry)} onShow={onShow} />
        ))}
      </ul>
      {last > 1 && (
        <nav aria-label={words.pagesOfChanges} className="flex flex-wrap items-center justify-center gap-3 pt-2">
          <Button variant="secondary" size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {actions.previous}
          </Button>
          <p className="text-sm text-muted">{words.pageOf(page, last)}</p>
          <Button variant="secondary" size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {actions.next}
          </Button>
        </nav>
      )}
      {undoing && (
        <UndoDialog
          target={undoing}
          title={entryTitle(undoing)}
          restoredBefore={undoing.undone?.restored ?? 0}
          onClose={() => setUndoing(null)}
        />
      )}
    </div>
  );
}

type EntryCardProps = { entry: UndoableEntry; onUndo: () => void; onShow: OnShow };

function EntryCard({ entry, onUndo, onShow }: EntryCardProps) {
  const { site } = useAdminSession();
  const { id, at, userName, undone, unchanged, materials } = entry;
  const title = entryTitle(entry);
  const isPublication = entry.type === 'publication';
  // In a publication, materials that were changed afterwards can be undone too.
  const canUndo = undone ? isPublication && undone.leftTotal > 0 : isPublication || unchanged > 0;
  const undoLabel = undone ? words.undoRest : actions.undo;
  const left = undone ? materials - undone.restored : materials;
  return (
    <li className={classes(cardStyle, 'flex flex-wrap items-start gap-x-4 gap-y-2 p-4')}>
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-sm text-muted">
          {userName === '' ? '' : `${userName}, `}
          <time dateTime={at}>{formatTime(at, site.timeZone)}</time>
        </p>
        {entry.type === 'change' && <Steps entry={entry} />}
        {isPublication && entry.pending > 0 && <p className="text-sm">{words.pending(entry.pending)}</p>}
        <p className="text-sm">
          {undoWords(entry)} {canUndo && <span className="text-muted">{words.timeLeft(entry.daysLeft)}</span>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:justify-end">
        {isPublication && left > 0 && (
          <Button variant="ghost" size="small" aria-label={named(words.listThem, title)} onClick={() => onShow(id)}>
            <ListFilter aria-hidden="true" className="size-4" />
            {words.listThem}
          </Button>
        )}
        {canUndo && (
          <Button variant="secondary" size="small" aria-label={named(undoLabel, title)} onClick={onUndo}>
            <Undo2 aria-hidden="true" className="size-4" />
            {undoLabel}…
          </Button>
        )}
      </div>
    </li>
  );
}

function Steps({ entry: { reason, steps } }: { entry: Extract<UndoableEntry, { type: 'change' }> }) {
  const shown = steps.filter(({ what }) => what !== 'visibility' && what !== 'shelf');
  return (
    <>
      {reason !== null && <p className="text-sm wrap-anywhere">{words.reason(<bdi key="reason">{reason}</bdi>)}</p>}
      {shown.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {shown.map(({ kind, what, from, to, count }) => (
            <li key={`${kind} ${what} ${from} ${to}`} className="wrap-anywhere">
              {(what === 'year' ? words.stepOfYear : words.step)(
                countWords(kind, count),
                stepValue(what, from),
                stepValue(what, to),
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
