import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicationUndoOutcome } from '#contract/publication.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { ProblemText } from '#app/features/session/problem-text.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
import { ServerSentence } from '#app/ui/server-sentence.tsx';
import * as actions from '#messages/actions.ts';
import * as words from '#messages/undo.ts';
import { createUndoRecords, type UndoTarget } from './undo-records.ts';
import { useUndo } from './use-undo.ts';

type UndoDialogProps = {
  target: UndoTarget;
  /** The operation in words. */
  title: string;
  /** Number of the publication's materials that were undone before. */
  restoredBefore?: number;
  onClose: () => void;
  /** Called after an undo. */
  onDone?: (outcome: PublicationUndoOutcome) => void;
};

/**
 * Shows the effects of an undo before it runs, and lets the user choose what happens to materials that were changed
 * meanwhile.
 */
export function UndoDialog({ target, title, restoredBefore = 0, onClose, onDone }: UndoDialogProps) {
  const { client, callSignedIn } = useAdminSession();
  const [takesChanged, setTakesChanged] = useState(false);
  const { isRunning, undo } = useUndo();
  const preview = useQuery({
    queryKey: ['undo preview', target.type, target.id, takesChanged],
    queryFn: () => callSignedIn(() => createUndoRecords(client).preview(target, takesChanged)),
    placeholderData: (before: PublicationUndoOutcome | undefined) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const outcome = preview.data;
  const count = (outcome?.restored ?? 0) - restoredBefore;
  const offersChanged = takesChanged || (outcome?.takeable ?? 0) > 0;

  async function confirm() {
    const done = await undo(target, takesChanged);
    if (!done) return;
    onClose();
    onDone?.(done);
  }

  return (
    <Dialog onClose={onClose} title={words.undoThis[target.type]} description={words.sentence(title)}>
      <div aria-live="polite" aria-busy={preview.isFetching} className="grid min-h-12 gap-3 text-sm">
        {preview.isPending && <p className="text-muted">{words.checking}</p>}
        {preview.isError && (
          <div className="grid justify-items-start gap-2">
            <p className="text-danger">
              <ProblemText error={preview.error} />
            </p>
            <TryAgain busy={preview.isFetching} onTry={preview.refetch} />
          </div>
        )}
        {outcome && <UndoPreview {...{ target, outcome, count }} />}
      </div>
      {outcome && offersChanged && (
        <Checkbox
          className="mt-2 text-sm"
          label={takesChanged ? words.alsoUndoChanged : words.alsoUndo(outcome.takeable)}
          checked={takesChanged}
          disabled={isRunning}
          onChange={({ currentTarget }) => setTakesChanged(currentTarget.checked)}
        />
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          {actions.cancel}
        </Button>
        <Button busy={isRunning} disabled={count <= 0 || preview.isFetching} onClick={() => void confirm()}>
          {isRunning ? words.undoing(count) : words.undo(Math.max(0, count))}
        </Button>
      </div>
    </Dialog>
  );
}

/** Number of rows shown with their reasons; further rows are counted. */
const shownRows = 4;

type UndoPreviewProps = { target: UndoTarget; outcome: PublicationUndoOutcome; count: number };

function UndoPreview({ target, outcome: { left, leftTotal }, count }: UndoPreviewProps) {
  return (
    <>
      {count > 0 ? (
        <p>
          {words.willBeUndone[target.type](
            count,
            <strong key="materials" className="font-medium">
              {words.materialCount(count)}
            </strong>,
          )}
        </p>
      ) : (
        <p>{words.nothingCanBeUndone}</p>
      )}
      {leftTotal > 0 && (
        <div>
          <p className="font-medium">{words.stay(leftTotal)}</p>
          <ul className="mt-1 grid gap-1">
            {left.slice(0, shownRows).map(({ id, title, reason }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{title || id}</bdi>: <ServerSentence>{reason}</ServerSentence>
              </li>
            ))}
            {leftTotal > shownRows && <li className="text-muted">{words.andMore(leftTotal - shownRows)}</li>}
          </ul>
        </div>
      )}
    </>
  );
}
