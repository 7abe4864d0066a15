import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicationUndoOutcome } from '#contract/publication.ts';
import { countMaterials } from '#app/features/materials/kind-words.ts';
import { useAdminSession } from '#app/features/session/admin-session.tsx';
import { explainProblem } from '#app/features/session/library-problem.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import { TryAgain } from '#app/ui/try-again.tsx';
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
    <Dialog onClose={onClose} title={`Undo this ${target.type}?`} description={`${title}.`}>
      <div aria-live="polite" aria-busy={preview.isFetching} className="grid min-h-12 gap-3 text-sm">
        {preview.isPending && <p className="text-muted">Checking what can be undone…</p>}
        {preview.isError && (
          <div className="grid justify-items-start gap-2">
            <p className="text-danger">{explainProblem(preview.error)}</p>
            <TryAgain busy={preview.isFetching} onTry={preview.refetch} />
          </div>
        )}
        {outcome && <UndoPreview {...{ target, outcome, count }} />}
      </div>
      {outcome && offersChanged && (
        <Checkbox
          className="mt-2 text-sm"
          label={takeableWords(outcome.takeable, takesChanged)}
          checked={takesChanged}
          disabled={isRunning}
          onChange={({ currentTarget }) => setTakesChanged(currentTarget.checked)}
        />
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isRunning} disabled={count <= 0 || preview.isFetching} onClick={() => void confirm()}>
          {isRunning ? `Undoing ${count.toLocaleString('en')}…` : `Undo ${Math.max(0, count).toLocaleString('en')}`}
        </Button>
      </div>
    </Dialog>
  );
}

function takeableWords(takeable: number, takesChanged: boolean): string {
  if (takesChanged) return 'Also undo those that were edited, hidden or moved to the trash since';
  const what = takeable === 1 ? 'the one that was' : `the ${takeable.toLocaleString('en')} that were`;
  return `Also undo ${what} edited, hidden or moved to the trash since. Edits stay with the file.`;
}

/** Number of rows shown with their reasons; further rows are counted. */
const shownRows = 4;

type UndoPreviewProps = { target: UndoTarget; outcome: PublicationUndoOutcome; count: number };

function UndoPreview({ target, outcome: { left, leftTotal }, count }: UndoPreviewProps) {
  const isOne = count === 1;
  const effect =
    target.type === 'publication'
      ? `${isOne ? 'goes' : 'go'} back to Import Many with everything that was set for ${isOne ? 'it' : 'them'}. Visitors no longer see ${isOne ? 'it' : 'them'}.`
      : `${isOne ? 'is restored' : 'are restored'}.`;
  return (
    <>
      {count > 0 ? (
        <p>
          <strong className="font-medium">{countMaterials(count)}</strong> {effect}
        </p>
      ) : (
        <p>Nothing can be undone: every material was changed since.</p>
      )}
      {leftTotal > 0 && (
        <div>
          <p className="font-medium">
            {leftTotal.toLocaleString('en')} {leftTotal === 1 ? 'stays as it is:' : 'stay as they are:'}
          </p>
          <ul className="mt-1 grid gap-1">
            {left.slice(0, shownRows).map(({ id, title, reason }) => (
              <li key={id} className="wrap-anywhere">
                <bdi>{title || id}</bdi>: {reason}
              </li>
            ))}
            {leftTotal > shownRows && (
              <li className="text-muted">and {(leftTotal - shownRows).toLocaleString('en')} more</li>
            )}
          </ul>
        </div>
      )}
    </>
  );
}
